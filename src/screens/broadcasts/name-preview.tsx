import { m } from '../../paraglide/messages.js'
import { useViewer } from '../frame/viewer-context.ts'

/** `{name}` becomes the name of each fan; shown with the creator's own, as an example. */
export function NamePreview({ content }: { content: string }) {
  const viewer = useViewer()
  if (!content.includes('{name}')) return null
  const name = viewer?.display_name ?? viewer?.username ?? ''
  return (
    <p className="wrap-anywhere whitespace-pre-line rounded-control bg-sunken px-3.5 py-2">
      <span className="block text-ink-soft text-sm">{m.broadcasts_preview({ name })}</span>
      {content.replaceAll('{name}', name)}
    </p>
  )
}
