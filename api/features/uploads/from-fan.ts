import { onlyForKey } from '../../../contract/uploads.ts'
import { parseUuid } from '../../../contract/uuid.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { requireMaySendMedia } from '../chat/fan-media.ts'

/** The creator whom the metadata of a new upload names; null where it names none. */
export function namedCreator(request: Request): string | null {
  const pairs = (request.headers.get('upload-metadata') ?? '').split(',').map((it) => it.trim().split(' '))
  const value = pairs.find(([key]) => key === onlyForKey)?.[1]
  return value === undefined ? null : parseUuid(Buffer.from(value, 'base64').toString())
}

/** Refuses a fan whose upload is for no creator, or for one who does not take it from them now. */
export async function requireTaken(ctx: Services, viewer: Viewer, onlyFor: string | null): Promise<void> {
  if (onlyFor !== null) return requireMaySendMedia(ctx, viewer, onlyFor)
  if (!viewer.isCreator) throw refuse('not_creator')
}
