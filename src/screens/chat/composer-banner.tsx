import type { ReactNode } from 'react'
import { coinsText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import type { useAttachedDraft } from './use-attached-draft.ts'

type BannerProps = { icon: IconName; closeLabel: string; onClose: () => void; children: ReactNode }

/** What goes with the message, above the field, with a button that removes it. */
export function Banner({ icon, closeLabel, onClose, children }: BannerProps) {
  return (
    <div className="mb-2 flex items-center gap-2 rounded-control bg-sunken py-1 pl-3 text-sm">
      <Icon name={icon} className="size-4 shrink-0" />
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <button
        type="button"
        aria-label={closeLabel}
        onClick={onClose}
        className="flex size-11 items-center justify-center"
      >
        <Icon name="x" className="size-4" />
      </button>
    </div>
  )
}

type AttachedBannerProps = Pick<ReturnType<typeof useAttachedDraft>, 'files' | 'attached'> & { onClose: () => void }

/** The files and their price; of those of a saved reply also what the fan does not pay for. */
export function AttachedBanner({ files, attached, onClose }: AttachedBannerProps) {
  const { ids, previewIds, price, replyId, owned } = files
  if (ids.length === 0) return null
  const isSold = replyId !== null && price !== null
  const open = isSold ? attached.media.filter((it) => it.is_public && !previewIds.includes(it.id)).length : 0
  return (
    <>
      <Banner icon="paperclip" closeLabel={m.chat_attach_end()} onClose={onClose}>
        {m.chat_attached({ count: ids.length })}
        {price !== null && ` · ${coinsText(price)}`}
      </Banner>
      {isSold && open + owned > 0 && (
        <p role="status" className="mb-2 px-3 text-ink-soft text-sm">
          {open > 0 && m.vault_public_priced({ count: open })} {owned > 0 && m.vault_owned_priced({ count: owned })}
        </p>
      )}
    </>
  )
}
