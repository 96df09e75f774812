import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { coinsOf } from '../../../contract/coins.ts'
import { paidCents } from '../../../contract/prices.ts'
import { coinInput, coinText } from '../../lib/money.ts'
import { parseCoins } from '../../lib/parse-coins.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { requestSettingsQuery, useSetRequestSettings } from '../../queries/requests.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useClosed } from '../frame/use-closed.ts'

/** Whether a creator takes paid requests, and from what price on. */
export function RequestSettings() {
  const closed = useClosed('can_payment')
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-bold font-display text-lg">{m.requests_settings_title()}</h2>
      {closed ? <p className="text-ink-soft">{closed}</p> : <Settings />}
    </section>
  )
}

function Settings() {
  const { data, error, refetch } = useQuery(requestSettingsQuery)
  if (error && !data) return <ErrorState description={errorMessage(error)} onRetry={() => void refetch()} />
  return data ? <Form key={String(data.min_price)} min={data.min_price} /> : <SkeletonList rows={1} />
}

function Form({ min }: { min: number | null }) {
  const [isOn, setIsOn] = useState(min !== null)
  const [written, setWritten] = useState(coinInput(min ?? 20))
  const { mutate, isPending, error } = useSetRequestSettings()
  const price = parseCoins(written, paidCents)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isOn && price === null) return
    mutate(isOn ? price : null, { onSuccess: () => void toast(m.chat_fan_saved(), { type: 'success' }) })
  }
  return (
    <form onSubmit={save} className="flex flex-col gap-3">
      <Switch label={m.requests_settings_on()} hint={m.requests_settings_text()} checked={isOn} onChange={setIsOn} />
      {isOn && (
        <Field
          label={m.requests_settings_min()}
          hint={m.purchase_amount_hint({
            min: coinText(coinsOf(paidCents.min)),
            max: coinText(coinsOf(paidCents.max)),
          })}
          error={error ? errorMessage(error) : null}
        >
          <Input inputMode="decimal" value={written} onChange={(event) => setWritten(event.target.value)} />
        </Field>
      )}
      <Button
        type="submit"
        variant="primary"
        className="self-start"
        busy={isPending}
        disabledReason={isOn && price === null ? m.purchase_choose_amount() : null}
      >
        {m.chat_save()}
      </Button>
    </form>
  )
}
