import { teamInboxShows, teamInboxSorts } from '../../contract/inbox-views.ts'
import { present, readSearch } from './read-search.ts'

export const agencyTabs = ['creators', 'team', 'rights', 'activity', 'figures', 'reviews'] as const
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
  /** In the reviews: of which operator, by id, and whether conversations of seven days, or reviews, are shown. */
  operator?: string | undefined
  list?: 'all' | 'given' | undefined
}

/** The state of an agency's page that its address names; nothing else is one. */
export function agencyState(raw: Record<string, unknown>): AgencyState {
  const { text, id, oneOf } = readSearch(raw)
  return present({
    tab: oneOf('tab', ...agencyTabs.filter((it) => it !== 'creators')),
    q: text('q'),
    creator: text('creator'),
    member: text('member'),
    given: oneOf('given', 'yes'),
    operator: id('operator'),
    list: oneOf('list', 'all', 'given'),
  })
}

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
export type AgenciesState = { tab?: 'desk' | undefined } & TeamInboxState

export const agenciesState = (raw: Record<string, unknown>): AgenciesState => {
  const { text, id, oneOf } = readSearch(raw)
  const tab = oneOf('tab', 'desk')
  return tab === undefined
    ? {}
    : present({
        tab,
        show: oneOf('show', ...teamInboxShows.filter((it) => it !== 'all')),
        sort: oneOf('sort', ...teamInboxSorts.filter((it) => it !== 'recent')),
        only: id('only'),
        q: text('q'),
        agency: id('agency'),
        as: id('as'),
        fan: id('fan'),
      })
}
