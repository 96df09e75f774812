import { useEffect, useState } from 'react'
import type { LivePayload } from '../../../contract/live.ts'

/** Another operator or the creator in a conversation now; an operator of another agency has no name here. */
export type Colleague = { key: string; name: string | null; isTyping: boolean; creatorId: string; fanId: string }

/**
 * The colleagues in this conversation of a creator; announces this tab to them. Empty for a fan's own
 * conversations, because no operator acts as a fan.
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

/** The colleagues in all conversations of the team, for the team inbox. */
export function useTeamInInbox(): readonly Colleague[] {
  useEffect(() => whileOpen((send) => send({ type: 'looking', receiver_id: null, desk: true })), [])
  return useColleagues()
}

type Send = typeof import('../../live/live.ts')['send']

/** Sends a message now and whenever the socket opens again, and another one at the end. */
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

/** Removes colleagues after a minute of silence and ends their typing. Returns the same array when nothing changed. */
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
