import { Suspense, useState } from 'react'
import { LateSheet } from './late-sheet.tsx'
import { lazily } from './lazily.ts'
import type { SheetProps } from './sheet-panel.tsx'

/** A sheet from below on phones, a dialog on laptops. Its code is fetched when the first one opens. */
export function Sheet(props: SheetProps) {
  const [wasOpen, setWasOpen] = useState(props.open)
  if (props.open && !wasOpen) setWasOpen(true)
  if (!wasOpen) return null
  return (
    <Suspense fallback={props.open && <LateSheet title={props.title} onClose={() => props.onOpenChange(false)} />}>
      <SheetPanel {...props} />
    </Suspense>
  )
}

/** Fetches the code ahead, on `onPointerEnter` or `onFocus` of what opens a sheet. */
export function preloadSheet(): void {
  void load()
}

const load = () => import('./sheet-panel.tsx')
const SheetPanel = lazily(async () => (await load()).SheetPanel)
