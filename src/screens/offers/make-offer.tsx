import { type FormEvent, useState } from 'react'
import { offerLimits } from '../../../contract/prices.ts'
import { coinsText, moneyText } from '../../lib/money.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useMakeOffer } from '../../queries/offers.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { offerLabel } from './offer-labels.ts'

type Name = keyof typeof offerLimits

/** What a new link gives and how long it is open, with the resulting price before it is made. */
export function MakeOffer({ onClose }: { onClose: () => void }) {
  const price = useViewer()?.subscription_price ?? 0
  const [kind, setKind] = useState<'trial' | 'discount'>('trial')
  const [written, setWritten] = useState<Record<Name, string>>({
    days: '7',
    percent: '30',
    months: '1',
    max_uses: '',
    expires_in_days: '30',
  })
  const { mutate, isPending, error } = useMakeOffer()
  const needed: Name[] = kind === 'trial' ? ['days'] : ['percent', 'months']
  const names: Name[] = [...needed, 'max_uses', 'expires_in_days']
  const values = names.map((name) => [name, numberOf(name, written[name], needed.includes(name))] as const)
  const isWrong = values.some(([, value]) => value === null)
  const chosen = Object.fromEntries(values.filter(([, value]) => typeof value === 'number')) as Partial<
    Record<Name, number>
  >
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isWrong || isPending) return
    mutate(
      { kind, ...chosen },
      {
        onSuccess: () => {
          toast(m.offers_made(), { type: 'success' })
          onClose()
        },
      },
    )
  }
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={m.offers_make_title()} held={isPending}>
      <form onSubmit={send} className="flex flex-col gap-4">
        <Field label={m.offers_kind()}>
          <Select value={kind} onChange={(event) => setKind(event.target.value === 'trial' ? 'trial' : 'discount')}>
            <option value="trial">{m.offers_kind_trial()}</option>
            <option value="discount">{m.offers_kind_discount()}</option>
          </Select>
        </Field>
        {names.map((name) => (
          <Field
            key={name}
            label={labels[name]()}
            optional={!needed.includes(name)}
            hint={needed.includes(name) ? m.offers_range(range(name)) : m.offers_any()}
            error={values.find(([it]) => it === name)?.[1] === null ? m.offers_range_wrong(range(name)) : null}
          >
            <Input
              inputMode="numeric"
              value={written[name]}
              onChange={(event) => setWritten({ ...written, [name]: event.target.value })}
            />
          </Field>
        ))}
        {!isWrong && (
          <p className="border-brass border-l-4 pl-3 tabular-nums">
            <span className="font-semibold">
              {offerLabel({ kind, days: null, percent: null, months: null, ...chosen })}
            </span>
            , {m.offers_then({ coins: coinsText(price), money: moneyText(price) })}
          </p>
        )}
        {error && <ErrorLine>{errorMessage(error)}</ErrorLine>}
        <Button type="submit" variant="primary" wide busy={isPending}>
          {m.offers_make_action()}
        </Button>
      </form>
    </Sheet>
  )
}

const labels: Record<Name, () => string> = {
  days: m.offers_days,
  percent: m.offers_percent,
  months: m.offers_months,
  max_uses: m.offers_max_uses,
  expires_in_days: m.offers_expires,
}

const range = (name: Name) => ({ min: offerLimits[name].min, max: offerLimits[name].max })

/** A whole number within the limits; undefined where nothing is written and nothing needed, null for anything else. */
function numberOf(name: Name, text: string, isNeeded: boolean): number | null | undefined {
  if (text.trim() === '') return isNeeded ? null : undefined
  const value = /^\d{1,6}$/.test(text.trim()) ? Number(text) : -1
  return value >= offerLimits[name].min && value <= offerLimits[name].max ? value : null
}
