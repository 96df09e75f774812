import type { Agency, Grant } from '../../../contract/agency-shapes.ts'

type Creator = Agency['creators'][number]

/** The creators of an agency whom I may act as, with my grant. */
export const myGrants = (agency: Agency): { creator: Creator; grant: Grant }[] =>
  agency.grants.flatMap((grant) => {
    const creator = agency.creators.find((it) => it.id === grant.creator_id)
    return grant.member_id === agency.my_member_id && creator !== undefined ? [{ creator, grant }] : []
  })
