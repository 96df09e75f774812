import { useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { MediaPicker } from './media-picker.tsx'
import { useArrivals } from './use-arrivals.ts'

type VaultPickerProps = {
  open: boolean
  onClose: () => void
  /** The media that are chosen already, in their order. */
  chosen: readonly string[]
  onChoose: (ids: string[]) => void
  most: number
  /** The fan who will get them. */
  forFan?: string
  /** What choosing does, where it does more than choose. */
  action?: (count: number) => string
}

/** Media for a post or a request: from the vault, or brought in on the spot, which chooses them at once. */
export function VaultPicker({ open, onClose, chosen, onChoose, most, forFan, action }: VaultPickerProps) {
  const [ids, setIds] = useState<readonly string[]>(chosen)
  const [wasOpen, setWasOpen] = useState(open)
  useArrivals(open, (arrived) => setIds((them) => [...new Set([...them, ...arrived])].slice(0, most)))
  if (open !== wasOpen) {
    setWasOpen(open)
    setIds(chosen)
  }
  const toggle = (id: string) => setIds(ids.includes(id) ? ids.filter((it) => it !== id) : [...ids, id].slice(0, most))
  return (
    <Sheet
      open={open}
      wide
      onOpenChange={(to) => to || onClose()}
      title={m.composer_add_title()}
      actions={
        <Button
          variant="primary"
          onClick={() => {
            onChoose([...ids])
            onClose()
          }}
        >
          {action?.(ids.length) ?? m.composer_add_done({ count: ids.length })}
        </Button>
      }
    >
      <MediaPicker
        chosen={ids}
        onToggle={(tile) => toggle(tile.id)}
        forFan={forFan}
        allowsProcessing={forFan === undefined}
      />
    </Sheet>
  )
}
