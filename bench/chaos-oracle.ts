import { toCents } from './chaos-call.ts'
import type { FanState, SharedState } from './chaos-state.ts'
import type { Fan } from './market.ts'

/** Compares what the API says of fans and creators with what was acknowledged; answers a line for each difference. */
export async function findDifferences(url: string, fans: FanState[], shared: SharedState): Promise<string[]> {
  const differences: string[] = []
  const expectEqual = (what: string, actual: unknown, expected: unknown) => {
    if (actual !== expected) differences.push(`${what}: ${actual} instead of ${expected}`)
  }
  for (const state of fans) await compareFan(url, state, shared, expectEqual)
  for (const creator of shared.creators) {
    const { pending, available } = await read<{ pending: number; available: number }>(
      url,
      creator,
      '/api/creator/earnings',
    )
    const earned = shared.earned.get(creator.id) ?? 0
    expectEqual(`earnings of ${creator.id}`, toCents(pending) + toCents(available), earned)
  }
  return differences
}

async function compareFan(
  url: string,
  { fan, coins, owned, requests }: FanState,
  shared: SharedState,
  expectEqual: (what: string, actual: unknown, expected: unknown) => void,
): Promise<void> {
  expectEqual(`cents of ${fan.id}`, toCents((await read<{ coins: number }>(url, fan, '/api/wallet')).coins), coins)

  const unlocked = await readAll<{ media: { id: string }; price_paid: number }>(url, fan, '/api/unlocked')
  const library = new Map(unlocked.map(({ media, price_paid }) => [media.id, toCents(price_paid)]))
  expectEqual(`media of ${fan.id}`, library.size, owned.size)
  for (const [mediaId, paid] of owned) expectEqual(`what ${fan.id} paid for ${mediaId}`, library.get(mediaId), paid)

  const gifts = new Map((await readAll<WithState>(url, fan, '/api/gifts')).map(({ id, state }) => [id, state]))
  const given = shared.gifts.filter((gift) => gift.giverId === fan.id)
  expectEqual(`gifts of ${fan.id}`, gifts.size, given.length)
  for (const gift of given) expectEqual(`the gift ${gift.id}`, gifts.get(gift.id), gift.state)

  for (const creator of shared.creators) {
    // The API lists at most a hundred.
    const { data } = await read<{ data: WithState[] }>(url, fan, `/api/chat/requests/${creator.id}`)
    const made = requests.filter((request) => request.creatorId === creator.id)
    expectEqual(`requests of ${fan.id} to ${creator.id}`, data.length, Math.min(100, made.length))
    for (const { id, state } of data)
      expectEqual(`the request ${id}`, state, made.find((request) => request.id === id)?.state)
  }
}

type WithState = { id: string; state: string }

async function read<T>(url: string, user: Fan, path: string): Promise<T> {
  return (await fetch(url + path, { headers: { cookie: user.cookie } })).json() as Promise<T>
}

async function readAll<T>(url: string, user: Fan, path: string): Promise<T[]> {
  const all: T[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = `?limit=100${cursor && `&cursor=${cursor}`}`
    const page: { data: T[]; next: string | null } = await read(url, user, path + query)
    all.push(...page.data)
    cursor = page.next
  }
  return all
}
