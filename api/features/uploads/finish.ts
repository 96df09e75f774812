import { publishAuditEntry } from '../../platform/audit/audit.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import { MediaRefusalError } from '../../platform/media/media-refusal.ts'
import { kindOf } from '../../platform/media/video.ts'
import type { Services } from '../../platform/services.ts'
import { openParts } from './parts.ts'
import { finishUpload } from './uploads.ts'

/** Makes a media of an upload whose last byte has come, with the kind that its first bytes name. */
export async function finish(ctx: Services, viewer: Viewer, id: string): Promise<void> {
  const type = await kindOf(await openParts(ctx, id)).catch(unknownKind)
  await finishUpload(ctx, viewer, { id }, type)
  if (viewer.acting) publishAuditEntry(ctx, viewer.id)
}

/** What is no media still gets its row, which then says why it failed. */
function unknownKind(error: unknown): 'IMAGE' {
  if (error instanceof MediaRefusalError) return 'IMAGE'
  throw error
}
