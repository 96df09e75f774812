import { m } from '../../paraglide/messages.js'

/** Why a file did not become media, in words that follow a colon; a reason that this page does not know is damage. */
export function reasonText(reason: string | null): string {
  const text =
    reason !== null && Object.hasOwn(reasons, reason)
      ? reasons[reason as keyof typeof reasons]
      : m.upload_reason_unreadable
  return text()
}

const reasons = {
  empty: m.upload_reason_empty,
  too_many_bytes: m.upload_reason_too_many_bytes,
  too_many_pixels: m.upload_reason_too_many_pixels,
  too_long: m.upload_reason_too_long,
  too_large_to_open: m.upload_reason_too_large_to_open,
  unknown_format: m.upload_reason_unknown_format,
  unsupported_format: m.upload_reason_unsupported_format,
  markup: m.upload_reason_markup,
  mixed_content: m.upload_reason_mixed_content,
  unreadable: m.upload_reason_unreadable,
  wrong_kind: m.upload_reason_wrong_kind,
  lost: m.upload_reason_lost,
  refused: m.upload_reason_refused,
  network: m.upload_reason_network,
  too_many: m.upload_reason_too_many,
  storage_full: m.upload_reason_storage_full,
  quota_full: m.upload_reason_quota_full,
}
