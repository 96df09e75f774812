import type { FormEvent } from 'react'
import { documentKinds, type Verification } from '../../../contract/verification.ts'
import { languageTag } from '../../lib/money.ts'
import { fieldError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useInitVerification } from '../../queries/verification.ts'
import { BirthdateField } from '../../ui/birthdate-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { RefusalMessage, Section } from '../account/section.tsx'
import { useViewer } from '../frame/viewer-context.ts'

/** Who one is by law. What is typed stays when something is refused, and comes back filled in after a rejection. */
export function VerificationForm({ verification }: { verification: Verification }) {
  const viewer = useViewer()
  const { mutate, isPending, error } = useInitVerification()
  const isBegun = verification.status === 'started'
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const kind = documentKinds.find((it) => it === form.get('document_kind')) ?? 'identity_card'
    mutate({
      legal_name: String(form.get('legal_name')),
      birthdate: String(form.get('birthdate')),
      country: String(form.get('country')),
      document_kind: kind,
    })
  }
  return (
    <Section title={m.verification_form_title()} text={m.verification_form_text()}>
      <form onSubmit={send} className="flex flex-col gap-4">
        <Field
          label={m.verification_legal_name()}
          error={fieldError(error, 'legal_name') === null ? null : m.verification_legal_name_wrong()}
        >
          <Input
            name="legal_name"
            autoComplete="name"
            defaultValue={verification.legal_name ?? ''}
            required
            minLength={2}
            maxLength={120}
          />
        </Field>
        <BirthdateField
          label={m.onboarding_birthdate()}
          error={fieldError(error, 'birthdate') === null ? null : m.verification_birthdate_wrong()}
          name="birthdate"
          defaultValue={verification.birthdate ?? viewer?.birthdate ?? ''}
        />
        <Field label={m.verification_country()}>
          <Select
            name="country"
            autoComplete="country"
            defaultValue={verification.country ?? (languageTag().startsWith('fr') ? 'FR' : '')}
            required
          >
            <option value="" disabled>
              {m.verification_country_choose()}
            </option>
            {countries().map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={m.verification_document_kind()}>
          <Select name="document_kind" defaultValue={verification.document_kind ?? 'identity_card'}>
            <option value="identity_card">{m.verification_identity_card()}</option>
            <option value="passport">{m.verification_passport()}</option>
            <option value="driving_licence">{m.verification_driving_licence()}</option>
          </Select>
        </Field>
        <RefusalMessage error={error} />
        <Button type="submit" variant={isBegun ? 'secondary' : 'primary'} busy={isPending}>
          {isBegun ? m.verification_save() : m.verification_go_on()}
        </Button>
      </form>
    </Section>
  )
}

/** Countries by name in the viewer's language. */
function countries(): [string, string][] {
  const names = new Intl.DisplayNames([languageTag()], { type: 'region' })
  const list = codes.split(' ').map((code): [string, string] => [code, names.of(code) ?? code])
  return list.sort(([, one], [, other]) => one.localeCompare(other, languageTag()))
}

const codes =
  'AD AE AL AM AR AT AU AZ BA BB BD BE BG BH BJ BO BR BS BW CA CH CI CL CM CO CR CV CY CZ DE DK DO DZ EC EE EG ES FI FR GA GB GE GH GR GT HK HN HR HU ID IE IL IN IS IT JM JO JP KE KR KW KZ LB LI LK LT LU LV MA MC MD ME MG MK MT MU MX MY NG NI NL NO NZ OM PA PE PH PK PL PT PY QA RO RS RW SA SE SG SI SK SN SV TG TH TN TR TT TW TZ UA UG US UY VE VN ZA ZM'
