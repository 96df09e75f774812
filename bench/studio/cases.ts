import { audienceSorts } from '../../contract/audience-sorts.ts'
import { audiences } from '../../contract/broadcast-shapes.ts'
import { conversationFilters, conversationSorts, teamInboxShows, teamInboxSorts } from '../../contract/inbox-views.ts'
import { fanRelations } from '../../contract/policy/fan-relation.ts'
import { largerSets, sampleOf, upToPairs } from './combinations.ts'

/** One call: who asks, where, what, and how long it may take. `part` is the line of the table in which it is counted. */
export type Case = { part: string; who: string; path: string; query: Parameter[]; mostMs: number }
type Parameter = readonly [name: string, value: string]
/** The ids of the copy that stand in queries. */
export type Ids = Record<'vip' | 'payers' | 'everyone' | 'link' | 'sold' | 'star' | 'agency', string>

const [mostOfList, mostOfCounts, mostOfAudience] = [30, 10, 100]
const withoutSort = 'recent'

/**
 * The creator's inbox: sets of filters in each order; each filter with each list and with what is typed; the page after ten
 * others; and the same without the inbox of fans.
 */
export function inboxCases({ vip, payers }: Ids): Case[] {
  const path = '/api/chat/sessions'
  const call = (part: string, filters: readonly string[], sort: string, more: Parameter[] = []): Case => ({
    part: `inbox: ${part}`,
    who: 'star',
    path,
    query: [
      ['mode', 'creator'],
      ...filters.map((it): Parameter => ['filter', it]),
      ...(sort === withoutSort ? [] : [['sort', sort] as const]),
      ...more,
    ],
    mostMs: mostOfList,
  })
  const inEachSort = (make: (sort: string) => Case[]) => conversationSorts.flatMap(make)
  const alone = conversationFilters.map((it) => [it])
  const narrowed: Parameter[][] = [
    [['list', vip]],
    [['list', payers]],
    [['search', 'lena']],
    [['search', 'le']],
    [['search', 'zzqqxx']],
    [
      ['list', payers],
      ['search', 'moreau'],
    ],
  ]
  return [
    ...inEachSort((sort) => upToPairs(conversationFilters).map((it) => call(`${sizeOf(it)}`, it, sort))),
    ...inEachSort((sort) => largerSets(conversationFilters, 60, 1).map((it) => call('three to six filters', it, sort))),
    ...inEachSort((sort) =>
      [[], ...alone].flatMap((it) => narrowed.map((more) => call('a filter, list or name', it, sort, more))),
    ),
    ...sampleOf(
      inEachSort((sort) =>
        upToPairs(conversationFilters).flatMap((it) =>
          narrowed.map((more) => call('pairs with list or name', it, sort, more)),
        ),
      ),
      120,
      2,
    ),
    ...inEachSort((sort) => [[], ...alone].map((it) => call('page 20', it, sort, [['page', '20']]))),
    ...['star', 'whale'].map((who) => ({ ...call('own inbox', [], withoutSort), who, query: [] })),
    ...['star', 'acting'].map(
      (who): Case => ({
        part: 'inbox: counts',
        who,
        path: '/api/chat/counts',
        query: [['mode', 'creator']],
        mostMs: mostOfCounts,
      }),
    ),
  ]
}
const sizeOf = ({ length }: readonly unknown[]) => ['no filter', 'one filter', 'two filters'][length] ?? 'more'

/** The desk of an operator: each choice in each order, of all creators and of one, with and without a name. */
export function deskCases({ star }: Ids): Case[] {
  const shows = teamInboxShows.flatMap((show) =>
    teamInboxSorts.map(
      (sort) =>
        [
          ['show', show],
          ['sort', sort],
        ] as Parameter[],
    ),
  )
  const creators: Parameter[][] = [[], [['creator_id', star]]]
  const names: Parameter[][] = [[], [['q', 'lena']], [['q', 'le']], [['q', 'zzqqxx']]]
  return [
    ...shows.flatMap((show) =>
      creators.flatMap((creator) =>
        names.map(
          (name): Case => ({
            part: 'desk: list',
            who: 'operator',
            path: '/api/team-desk',
            query: [...show, ...creator, ...name],
            mostMs: mostOfList,
          }),
        ),
      ),
    ),
    {
      part: 'desk: creators and counts',
      who: 'operator',
      path: '/api/team-desk/creators',
      query: [],
      mostMs: mostOfList,
    },
  ]
}

/** What the filters of the audience can say, each alone; where it matters, once of many fans and once of few. */
const audienceParts = ({ vip, link, sold }: Ids): Parameter[] => [
  ['q', 'zoe'],
  ['q', 'le'],
  ['q', 'zzqqxx'],
  ...fanRelations.map((it) => ['relation', it] as const),
  ['since_days', '60'],
  ['since_days', '3'],
  ['since_over_days', '30'],
  ['renewal', 'on'],
  ['renewal', 'off'],
  ['renewal_days', '7'],
  ['min_spent', '20'],
  ['min_spent', '200'],
  ['max_spent', '5'],
  ['paid_days', '7'],
  ['paid_days', '90'],
  ['unpaid_days', '30'],
  ['list', vip],
  ['not_list', vip],
  ['language', 'fr'],
  ['language', 'en'],
  ['link', link],
  ['unbought', sold],
]

/** The table of fans, its counts and the counts of a broadcast. */
export function audienceCases(ids: Ids): Case[] {
  const parts = audienceParts(ids)
  // Two values of one name are no pair that the screen makes.
  const sets = upToPairs(parts).filter((it) => it.length < 2 || it[0]?.[0] !== it[1]?.[0])
  const singles = sets.filter((it) => it.length < 2)
  const pairs = sampleOf(
    sets.filter((it) => it.length === 2),
    90,
    3,
  )
  const larger = largerSets(parts, 80, 4).filter((it) => new Set(it.map(([name]) => name)).size === it.length)
  const call = (part: string, path: string, query: Parameter[]): Case => ({
    part: `audience: ${part}`,
    who: 'star',
    path,
    query,
    mostMs: mostOfAudience,
  })
  const pages = (part: string, of: Parameter[][], sorts: readonly string[]) =>
    of.flatMap((it) => sorts.map((sort) => call(part, '/api/creator/audience', [...it, ['sort', sort]])))
  return [
    ...pages('page, one filter in each order', singles, audienceSorts),
    ...pages('page, two filters in each order', pairs, audienceSorts),
    ...pages('page, three to six filters in each order', larger, audienceSorts),
    ...[...singles, ...pairs, ...larger].map((it) => call('count', '/api/creator/audience/count', it)),
    ...broadcastCases(ids),
  ]
}

/** How many a broadcast would go to: each audience, with each one left out, and lists. */
function broadcastCases({ vip, payers, everyone, sold }: Ids): Case[] {
  const call = (query: Parameter[]): Case => ({
    part: 'audience: count of a broadcast',
    who: 'star',
    path: '/api/creator/audiences',
    query,
    mostMs: mostOfAudience,
  })
  return [
    ...audiences.map((it) => call([['audience', it]])),
    ...audiences.flatMap((it) =>
      audiences
        .filter((other) => other !== it)
        .map((other) =>
          call([
            ['audience', it],
            ['exclude', other],
          ]),
        ),
    ),
    ...[vip, payers, everyone].map((it) =>
      call([
        ['audience', 'list'],
        ['list_id', it],
      ]),
    ),
    call([
      ['audience', 'unopened'],
      ['again_of', sold],
    ]),
    call([
      ['audience', 'all'],
      ['skip_waiting', 'false'],
    ]),
  ]
}
