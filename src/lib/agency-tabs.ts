import { teamInboxShows, teamInboxSorts } from '../../contract/inbox-views.ts'

export const agencyTabs = ['creators', 'team', 'rights', 'activity', 'figures'] as const
export type AgencyTab = (typeof agencyTabs)[number]

/** The part of an agency's page that its address names; nothing else is one. */
export const agencyState = ({ tab }: Record<string, unknown>): { tab?: AgencyTab | undefined } => ({
  tab: agencyTabs.find((it) => it === tab && it !== 'creators'),
})

/** What the team inbox shows: which conversations, in which order, of which creator, with which fans, and which one is open. */
export type TeamInboxState = {
  show?: (typeof teamInboxShows)[number] | undefined
  sort?: (typeof teamInboxSorts)[number] | undefined
  /** The id of the only creator that is shown. */
  only?: string | undefined
  /** A part of the name of the fans. */
  q?: string | undefined
  /** The open conversation: its agency, creator and fan, by their ids. */
  agency?: string | undefined
  as?: string | undefined
  fan?: string | undefined
}

/** The two halves of `/agencies`: mine, and the team inbox with its state. */
export const agenciesState = (search: Record<string, unknown>): { tab?: 'desk' | undefined } & TeamInboxState => {
  if (search.tab !== 'desk') return { tab: undefined }
  const { show, sort } = search
  return {
    tab: 'desk',
    show: teamInboxShows.find((it) => it === show && it !== 'all'),
    sort: teamInboxSorts.find((it) => it === sort && it !== 'recent'),
    only: idOf(search.only),
    q: typeof search.q === 'string' && search.q.trim() !== '' ? search.q.slice(0, 100) : undefined,
    agency: idOf(search.agency),
    as: idOf(search.as),
    fan: idOf(search.fan),
  }
}

const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value) ? value : undefined
