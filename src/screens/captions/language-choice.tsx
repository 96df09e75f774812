import { languageName } from '../../lib/language-name.ts'
import { languageTag } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'

type LanguageChoiceProps = { written: readonly string[]; value: string; onChange: (language: string) => void }

/** The languages that have captions, and those that could have. */
export function LanguageChoice({ written, value, onChange }: LanguageChoiceProps) {
  const order = new Intl.Collator(languageTag())
  const byName = (list: readonly string[]) =>
    list.map((it) => ({ it, name: languageName(it) })).sort((a, b) => order.compare(a.name, b.name))
  const options = (list: readonly string[]) =>
    byName(list).map(({ it, name }) => (
      <option key={it} value={it}>
        {name}
      </option>
    ))
  const others = languages.filter((it) => !written.includes(it))
  return (
    <Field label={m.captions_language()} className="max-w-sm">
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        {written.length > 0 && <optgroup label={m.captions_written()}>{options(written)}</optgroup>}
        <optgroup label={m.captions_not_written()}>{options(others)}</optgroup>
      </Select>
    </Field>
  )
}

/** The languages of most fans; a file in another one can be uploaded through the API. */
const languages =
  'en fr de es it pt pt-br nl pl cs sk sv da nb fi et lv lt hu ro bg el hr sr sl uk ru tr ar he fa hi bn ur ta id ms th vi tl zh-hans zh-hant ja ko sw ca'.split(
    ' ',
  )
