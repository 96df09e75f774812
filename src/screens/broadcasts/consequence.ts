import { undoMs } from '../../../contract/limits.ts'
import { comparedEach } from '../../../contract/policy/text-comparison.ts'
import { momentText } from '../../lib/dates.ts'
import { coinsText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import type { toInput } from './use-broadcast-draft.ts'

/** How many fans get it, when, which text, and what it costs them. */
export function consequence(count: number, input: ReturnType<typeof toInput>): string {
  const cost =
    input.price === null ? m.broadcasts_costs_nothing() : m.broadcasts_costs_opening({ coins: coinsText(input.price) })
  return `${input.second_content === null ? receivers(count, input.send_at) : compared(count, input)} ${cost}`
}

const receivers = (count: number, sendAt: string | null): string =>
  sendAt === null ? m.broadcasts_send_text({ count }) : m.broadcasts_schedule_text({ count, when: momentText(sendAt) })

function compared(total: number, { send_at: sendAt, compare_hours: hours }: ReturnType<typeof toInput>): string {
  const each = comparedEach(total)
  const begins = sendAt === null ? Date.now() + undoMs : Date.parse(sendAt)
  const when = momentText(new Date(begins + hours * 3_600_000).toISOString())
  const facts = { each, count: total - 2 * each, when }
  return sendAt === null
    ? m.broadcasts_compare_send_text(facts)
    : m.broadcasts_compare_plan_text({ ...facts, start: momentText(sendAt) })
}
