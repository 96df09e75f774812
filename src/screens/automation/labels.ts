import type { Automation, AutomationTrigger } from '../../../contract/automation.ts'
import type { AutomationDecision } from '../../../contract/policy/automation.ts'
import { m } from '../../paraglide/messages.js'

/** What an automatic message waits for, in words. */
export const triggerLabels: Record<AutomationTrigger, () => string> = {
  follow: m.automation_trigger_follow,
  subscribe: m.automation_trigger_subscribe,
  renewal_off: m.automation_trigger_renewal_off,
  expiry: m.automation_trigger_expiry,
  first_purchase: m.automation_trigger_first_purchase,
  unopened: m.automation_trigger_unopened,
  silence: m.automation_trigger_silence,
}

export const decisionLabels: Record<AutomationDecision, () => string> = {
  sent: m.automation_decision_sent,
  gone: m.automation_decision_gone,
  off: m.automation_decision_off,
  human: m.automation_decision_human,
  waiting: m.automation_decision_waiting,
  owns: m.automation_decision_owns,
  condition: m.automation_decision_condition,
  media: m.automation_decision_media,
  weekly: m.automation_decision_weekly,
  daily: m.automation_decision_daily,
}

/** How long after it happened, in days where they are whole. */
export function delayText({ delay_hours: hours }: Pick<Automation, 'delay_hours'>): string {
  if (hours === 0) return m.automation_at_once()
  return hours % 24 === 0 ? m.automation_after_days({ count: hours / 24 }) : m.automation_after_hours({ count: hours })
}
