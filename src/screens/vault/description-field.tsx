import type { ComponentProps } from 'react'
import { mediaDescriptionLength } from '../../../contract/limits.ts'
import { m } from '../../paraglide/messages.js'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'

/** The description of a file, for fans who cannot see or hear it. */
export function DescriptionField(props: Pick<ComponentProps<'textarea'>, 'defaultValue' | 'value' | 'onChange'>) {
  return (
    <Field label={m.vault_description()} hint={m.vault_description_hint()} optional>
      <Textarea name="description" rows={2} maxLength={mediaDescriptionLength} {...props} />
    </Field>
  )
}
