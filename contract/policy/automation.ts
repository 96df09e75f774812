/** Why an automatic message was sent or dropped: each decision stands in the log (product §66). */
export const automationDecisions = [
  'sent',
  'gone',
  'off',
  'human',
  'waiting',
  'owns',
  'condition',
  'media',
  'weekly',
  'daily',
] as const
export type AutomationDecision = (typeof automationDecisions)[number]

/** Something that happened, with what the database knows against a message about it; `had` counts this week's. */
type AutomationEvent = { fanId: string; at: number; reason: Exclude<AutomationDecision, 'sent'> | null; had: number }
/** How many automatic messages a fan may have in seven days, and how many this automation may send in a day. */
type AutomationCaps = { perFan: number; perDay: number; sentToday: number }

/**
 * Decides about events in their order. What a cap stops is dropped and not sent later, so that a fan never reads a
 * welcome days after they came.
 */
export function decideAutomation(events: readonly AutomationEvent[], caps: AutomationCaps): AutomationDecision[] {
  const given = new Map<string, number>()
  let sent = caps.sentToday
  return events.map(({ fanId, reason, had }) => {
    if (reason !== null) return reason
    const count = had + (given.get(fanId) ?? 0)
    if (count >= caps.perFan) return 'weekly'
    if (sent >= caps.perDay) return 'daily'
    sent += 1
    given.set(fanId, (given.get(fanId) ?? 0) + 1)
    return 'sent'
  })
}

/**
 * The same over a span that is past, as a dry run replays it: the week of a fan and the day of the automation move along
 * with the events, and what was really sent counts for nothing.
 */
export function replayAutomation(
  events: readonly AutomationEvent[],
  caps: Pick<AutomationCaps, 'perFan' | 'perDay'>,
): AutomationDecision[] {
  const sent: { fanId: string; at: number }[] = []
  const byFan = new Map<string, number[]>()
  let dayBegin = 0
  return events.map(({ fanId, at, reason }) => {
    if (reason !== null) return reason
    const times = (byFan.get(fanId) ?? []).filter((time) => time > at - 7 * dayMs)
    if (times.length >= caps.perFan) return 'weekly'
    while (dayBegin < sent.length && (sent[dayBegin]?.at ?? 0) <= at - dayMs) dayBegin += 1
    if (sent.length - dayBegin >= caps.perDay) return 'daily'
    sent.push({ fanId, at })
    byFan.set(fanId, [...times, at])
    return 'sent'
  })
}

const dayMs = 86_400_000
