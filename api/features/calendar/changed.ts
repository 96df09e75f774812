import type { LivePayload } from '../../../contract/live.ts'
import type { Services } from '../../platform/services.ts'

/** Tells everyone who has a creator's calendar open to read it again. After a gap their browser reads it by itself. */
export function calendarChanged(ctx: Services, creatorId: string, kind: LivePayload<'calendar_changed'>['kind']): void {
  ctx.live.publish({ userId: creatorId, type: 'calendar_changed', payload: { kind } })
}
