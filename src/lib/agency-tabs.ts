export const agencyTabs = ['creators', 'team', 'rights', 'activity', 'figures'] as const
export type AgencyTab = (typeof agencyTabs)[number]

/** The part of an agency's page that its address names; nothing else is one. */
export const agencyState = ({ tab }: Record<string, unknown>): { tab?: AgencyTab | undefined } => ({
  tab: agencyTabs.find((it) => it === tab && it !== 'creators'),
})

/** The two halves of `/agencies`: mine, and the team inbox. */
export const agenciesState = ({ tab }: Record<string, unknown>): { tab?: 'desk' | undefined } => ({
  tab: tab === 'desk' ? 'desk' : undefined,
})
