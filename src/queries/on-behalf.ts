/** For which creator an operator in person calls, and under which agency (product §57). */
export type ForCreator = { agencyId: string; creatorId: string }

/** How each call names them. */
export const targetOf = ({ agencyId, creatorId }: ForCreator) => ({ agency_id: agencyId, as_creator_id: creatorId })

/** What is read for a creator is stored apart from what is the viewer's own. */
export const keyOf = (of: ForCreator | null): readonly string[] => (of === null ? [] : [of.agencyId, of.creatorId])
