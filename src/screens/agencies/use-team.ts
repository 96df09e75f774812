import { useEffect, useState } from 'react'
import type { LivePayload } from '../../../contract/live.ts'

/** Somebody else who may chat as the creator and is in a conversation now; of another agency's nothing but that. */
export type Colleague = { key: string; name: string | null; isTyping: boolean; creatorId: string; fanId: string }

/**
 * Who else of the team is in this conversation of a creator, and says that this tab is. Nobody for a fan's own
 * conversations: nobody acts as them.
 */
export function useTeam(fanId: string | null): readonly Colleague[] {
  const colleagues = useColleagues()
  useEffect(() => {
    return fanId === null
      ? undefined
      : whileOpen(
          (send) => send({ type: 'looking', receiver_id: fanId }),
          (send) => send({ type: 'looking', receiver_id: null }),
        )
  }, [fanId])
  return colleagues.filter((it) => it.fanId === fanId)
}

/** Who is in which conversation of the creators whom I may chat for, as the desk shows it. */
export function useTeamAtDesk(): readonly Colleague[] {
  useEffect(() => whileOpen((send) => send({ type: 'looking', receiver_id: null, desk: true })), [])
  return useColleagues()
}

type Send = typeof import('../../live/live.ts')['send']

/** Says something now and whenever the socket comes back, and another thing at the end. */
function whileOpen(first: (send: Send) => void, last?: (send: Send) => void): () => void {
  let isOver = false
  let stop = () => {}
  void import('../../live/live.ts').then(({ send, whenOpen }) => {
    if (isOver) return
    const unlisten = whenOpen(() => first(send))
    first(send)
    stop = () => {
      unlisten()
      last?.(send)
    }
  })
  return () => {
    isOver = true
    stop()
  }
}

function useColleagues(): readonly Colleague[] {
  const [colleagues, setColleagues] = useState<readonly (Colleague & { until: number; typesUntil: number })[]>([])
  useEffect(() => {
    let isOver = false
    let unlisten = () => {}
    const forget = setInterval(() => setColleagues(withoutExpired), 2_000)
    void import('../../live/live.ts').then(({ listen }) => {
      if (!isOver) unlisten = listen('team_here', (event) => setColleagues((before) => after(before, event)))
    })
    return () => {
      isOver = true
      clearInterval(forget)
      unlisten()
    }
  }, [])
  return colleagues
}

type Colleagues = readonly (Colleague & { until: number; typesUntil: number })[]

function after(before: Colleagues, event: LivePayload<'team_here'>): Colleagues {
  const key = `${event.creator_id} ${event.fan_id} ${event.person_id}`
  const others = before.filter((it) => it.key !== key)
  if (!event.is_here) return others
  const now = Date.now()
  const one = {
    key,
    name: event.name,
    isTyping: event.is_typing,
    creatorId: event.creator_id,
    fanId: event.fan_id,
    until: now + staysMs,
    typesUntil: now + typesMs,
  }
  return [...others, one]
}

/** Who says nothing for a minute has gone without a word; typing ends by itself. The same array when nothing changed. */
function withoutExpired(before: Colleagues): Colleagues {
  const now = Date.now()
  const isDue = before.some((it) => it.until < now || (it.isTyping && it.typesUntil < now))
  if (!isDue) return before
  return before
    .filter((it) => it.until >= now)
    .map((it) => (it.isTyping && it.typesUntil < now ? { ...it, isTyping: false } : it))
}

const staysMs = 60_000
const typesMs = 6_000
