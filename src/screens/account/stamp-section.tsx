import { m } from '../../paraglide/messages.js'
import { useUpdateProfile } from '../../queries/session.ts'
import { Switch } from '../../ui/switch.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { RefusalMessage, Section } from './section.tsx'

/** Whether fans see their own name on a creator's locked pictures (product §45). */
export function StampSection() {
  const viewer = useViewer()
  const { mutate, error } = useUpdateProfile()
  if (!viewer?.is_creator) return null
  return (
    <Section title={m.account_stamp_title()} text={m.account_stamp_text()}>
      <Switch
        label={m.account_stamp_show()}
        checked={viewer.media_stamp}
        onChange={(media_stamp) => mutate({ media_stamp })}
      />
      <RefusalMessage error={error} />
    </Section>
  )
}
