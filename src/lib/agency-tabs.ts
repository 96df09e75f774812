import { teamInboxShows, teamInboxSorts } from '../../contract/inbox-views.ts'

export const agencyTabs = ['creators', 'team', 'rights', 'activity', 'figures'] as const
export type AgencyTab = (typeof agencyTabs)[number]

/** What an agency's page shows: a part of it, and parts of the names of whom is listed there. */
export type AgencyState = {
  tab?: AgencyTab | undefined
  /** In the lists of creators and of the team. */
  q?: string | undefined
  /** In the list of rights; `given` leaves out who may do nothing. */
  creator?: string | undefined
  member?: string | undefined
  given?: 'yes' | undefined
}

/** The state of an agency's page that its address names; nothing else is one. */
export const agencyState = ({ tab, q, creator, member, given }: Record<string, unknown>): AgencyState => ({
  tab: agencyTabs.find((it) => it === tab && it !== 'creators'),
  q: nameIn(q),
  creator: nameIn(creator),
  member: nameIn(member),
  given: given === 'yes' ? given : undefined,
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
    q: nameIn(search.q),
    agency: idOf(search.agency),
    as: idOf(search.as),
    fan: idOf(search.fan),
  }
}

const nameIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.slice(0, 100) : undefined

const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[0-9a-f-]{36}$/i.test(value) ? value : undefined
