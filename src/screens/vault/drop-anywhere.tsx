import { useEffect, useState } from 'react'
import { bringsFiles, filesOf } from '../../lib/dropped-files.ts'
import { m } from '../../paraglide/messages.js'
import { addUploads } from '../../stores/uploads.ts'

/**
 * Takes files, and folders of them, that are dropped anywhere on the page or pasted into it. `onFiles` hears that some
 * have come. Of several on a page one takes them.
 */
export function DropAnywhere({ onFiles }: { onFiles?: () => void }) {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const take = (event: Event, transfer: DataTransfer) => {
      event.preventDefault()
      void filesOf(transfer).then((files) => {
        addUploads(files)
        if (files.length > 0) onFiles?.()
      })
    }
    const over = (event: DragEvent) => {
      if (!bringsFiles(event.dataTransfer)) return
      event.preventDefault()
      setOver(true)
    }
    // Leaving an element for another one on the page has that one as its related target.
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      setOver(false)
      if (event.dataTransfer && bringsFiles(event.dataTransfer) && !event.defaultPrevented)
        take(event, event.dataTransfer)
    }
    const paste = (event: ClipboardEvent) => {
      const { clipboardData } = event
      // Text that is copied from an office program comes with a picture of itself.
      if (!clipboardData?.files.length || clipboardData.types.includes('text/plain') || event.defaultPrevented) return
      take(event, clipboardData)
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    addEventListener('paste', paste)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
      removeEventListener('paste', paste)
    }
  }, [onFiles])
  if (!isOver) return null
  return (
    <div className="pointer-events-none fixed inset-3 z-40 flex items-center justify-center rounded-media border-2 border-signal border-dashed bg-paper/85 p-6 text-center font-bold font-display text-lg">
      {m.upload_drop_here()}
    </div>
  )
}
