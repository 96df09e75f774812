import type { People } from '../scale/people.ts'
import { p99, startChatting } from '../studio/chatting.ts'
import { createPairs } from '../users.ts'

type Api = { url: string; databaseUrl: string; dataDir: string }
const everyMs = 40

/** Those who do nothing dear: a visitor on profiles, a fan in their wallet, and people who write to each other. */
export async function startOthers(api: Api, people: People) {
  const pairs = await createPairs(api.databaseUrl, api.dataDir, 2)
  const chat = await startChatting(api.url, pairs, everyMs)
  const profile = startReading(`${api.url}/api/users/normalcreator`)
  const wallet = startReading(`${api.url}/api/wallet`, people.cookies.get('fan'))
  return {
    /** The p99 of each in ms, and the statuses of what failed. */
    async end() {
      const reads = { profile: await profile.end(), wallet: await wallet.end() }
      await chat.end()
      const times = { profile: reads.profile.times, wallet: reads.wallet.times, messages: chat.times }
      return {
        p99: Object.fromEntries(Object.entries(times).map(([name, its]) => [name, p99(its)])) as Record<string, number>,
        failed: Object.entries(reads).flatMap(([name, { failed }]) => failed.map((status) => `${name} ${status}`)),
      }
    },
  }
}

function startReading(url: string, cookie?: string) {
  const times: number[] = []
  const failed: number[] = []
  let isOver = false
  const reading = (async () => {
    while (!isOver) {
      const began = performance.now()
      const answer = await fetch(url, { headers: cookie ? { cookie } : {} })
      await answer.arrayBuffer()
      const took = performance.now() - began
      times.push(took)
      if (!answer.ok) failed.push(answer.status)
      if (took < everyMs) await new Promise((resolve) => setTimeout(resolve, everyMs - took))
    }
  })()
  return {
    async end() {
      isOver = true
      await reading
      return { times, failed }
    },
  }
}
