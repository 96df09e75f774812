import { type ReactNode, useState } from 'react'
import { preloadSheet, Sheet } from '../../ui/sheet.tsx'

/** The name of a figure; pressed, it shows what the figure is made of. */
export function FigureName({ name, children }: { name: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        onPointerEnter={preloadSheet}
        onFocus={preloadSheet}
        className="min-h-11 min-w-11 cursor-pointer text-left underline decoration-dotted underline-offset-4"
      >
        {name}
      </button>
      <Sheet open={isOpen} onOpenChange={setOpen} title={name}>
        {isOpen && children}
      </Sheet>
    </>
  )
}
