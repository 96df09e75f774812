import type { KeyboardEvent, ReactNode } from 'react'
import { coinsText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import type { useAttachedDraft } from './use-attached-draft.ts'

type ComposerBannerProps = { icon: IconName; closeLabel: string; onClose: () => void; children: ReactNode }

/** What goes with the message that is written, above the field, with a button that removes it. */
export function ComposerBanner({ icon, closeLabel, onClose, children }: ComposerBannerProps) {
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
      <ComposerBanner icon="paperclip" closeLabel={m.chat_attach_end()} onClose={onClose}>
        {m.chat_attached({ count: ids.length })}
        {price !== null && ` · ${coinsText(price)}`}
      </ComposerBanner>
      {isSold && open + owned > 0 && (
        <p role="status" className="mb-2 px-3 text-ink-soft text-sm">
          {open > 0 && m.vault_public_priced({ count: open })} {owned > 0 && m.vault_owned_priced({ count: owned })}
        </p>
      )}
    </>
  )
}

export const composerClasses = 'shrink-0 border-hairline border-t bg-paper px-2 py-2 sm:px-3'

/** Whether a key sends what is written: Enter where there is a keyboard, and not the one that ends a character. */
export const isSendKey = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing && matchMedia('(hover: hover)').matches
