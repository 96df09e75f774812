import type { Trace } from '../../../contract/traces.ts'
import { dayText } from '../../lib/dates.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { Section } from '../account/section.tsx'
import { useViewer } from '../frame/viewer-context.ts'

/** A notice to the site that shows the picture. It names the creator as fans know them, and never the fan. */
export function TakedownNotice({ trace: { media, copies }, fileName }: { trace: Trace; fileName: string }) {
  const viewer = useViewer()
  const text = m.trace_notice({
    name: viewer?.username ?? '',
    profile: `${globalThis.location?.origin ?? ''}/@${viewer?.username ?? ''}`,
    file: fileName,
    day: media ? dayText(media.created_at) : '',
    marks: copies.map((it) => it.mark).join(', '),
  })
  const copy = () => copyText(text, m.trace_notice_copied(), m.ui_not_copied())
  return (
    <Section title={m.trace_notice_title()} text={m.trace_notice_text()}>
      <pre className="whitespace-pre-wrap rounded-media bg-sunken p-4 font-sans text-sm">{text}</pre>
      <Button onClick={() => void copy()}>
        <Icon name="copy" className="size-4" />
        {m.trace_notice_copy()}
      </Button>
    </Section>
  )
}
