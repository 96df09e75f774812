import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { coinsOf } from '../../../contract/coins.ts'
import { restrictedWordLength, restrictedWordsPerAgency } from '../../../contract/limits.ts'
import { isRestrictable } from '../../../contract/policy/restricted-words.ts'
import { paidCents } from '../../../contract/prices.ts'
import type { WritingRules } from '../../../contract/writing-rules.ts'
import { coinInput, coinsText, coinText } from '../../lib/money.ts'
import { parseCoins } from '../../lib/parse-coins.ts'
import { errorMessage } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useChangeWritingRules, writingRulesQuery } from '../../queries/writing-rules.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorLine } from '../../ui/error-line.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Textarea } from '../../ui/textarea.tsx'

/** What the agency asks of its operators when they write to fans: its managers change it, the others read it. */
export function WritingRulesOfAgency({ agencyId }: { agencyId: string }) {
  const { data, error, refetch } = useQuery(writingRulesQuery(agencyId))
  return (
    <section aria-labelledby="writing-rules" className="flex flex-col gap-3">
      <h2 id="writing-rules" className="font-bold font-display text-lg">
        {m.agencies_writing_title()}
      </h2>
      <p className="text-ink-soft text-sm">{m.agencies_writing_text()}</p>
      {error && !data && <ErrorState description={errorMessage(error)} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonList rows={1} />}
      {data &&
        (data.may_edit ? (
          <RulesForm key={JSON.stringify(data)} agencyId={agencyId} rules={data} />
        ) : (
          <Rules rules={data} />
        ))}
    </section>
  )
}

function Rules({ rules: { restricted_words: words, asks_above: above } }: { rules: WritingRules }) {
  return (
    <dl className="flex flex-col gap-1 text-sm">
      <dt className="font-semibold">{m.agencies_writing_words()}</dt>
      <dd className="text-ink-soft">{words.length > 0 ? words.join(' · ') : m.agencies_writing_no_words()}</dd>
      <dt className="mt-2 font-semibold">{m.agencies_writing_above()}</dt>
      <dd className="text-ink-soft">{above === null ? m.agencies_writing_no_limit() : coinsText(above)}</dd>
    </dl>
  )
}

function RulesForm({ agencyId, rules }: { agencyId: string; rules: WritingRules }) {
  const [words, setWords] = useState(rules.restricted_words.join('\n'))
  const [above, setAbove] = useState(rules.asks_above === null ? '' : coinInput(rules.asks_above))
  const { mutate, isPending, error } = useChangeWritingRules()
  const asksAbove = above.trim() === '' ? null : parseCoins(above, paidCents)
  const wordsProblem = problemOf(listOf(words))
  const priceProblem = asksAbove === null && above.trim() !== '' ? priceHint() : null
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (wordsProblem !== null || priceProblem !== null) return
    mutate(
      { id: agencyId, restricted_words: listOf(words), asks_above: asksAbove },
      { onSuccess: () => void toast(m.agencies_writing_saved(), { type: 'success' }) },
    )
  }
  return (
    <form onSubmit={save} className="flex flex-col gap-3">
      <Field label={m.agencies_writing_words()} hint={m.agencies_writing_words_hint()} error={wordsProblem}>
        <Textarea rows={4} value={words} onChange={(event) => setWords(event.target.value)} />
      </Field>
      <Field label={m.agencies_writing_above()} hint={m.agencies_writing_above_hint()} error={priceProblem} optional>
        <Input inputMode="decimal" value={above} onChange={(event) => setAbove(event.target.value)} />
      </Field>
      {error && <ErrorLine>{errorMessage(error)}</ErrorLine>}
      <Button type="submit" className="self-start" busy={isPending} disabledReason={wordsProblem ?? priceProblem}>
        {m.agencies_save()}
      </Button>
    </form>
  )
}

/** One word or phrase to a line; an empty line is none. */
const listOf = (words: string): string[] =>
  words
    .split('\n')
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** Why a list cannot be saved, or null. */
function problemOf(words: readonly string[]): string | null {
  if (words.length > restrictedWordsPerAgency) return m.agencies_writing_too_many({ count: restrictedWordsPerAgency })
  const wrong = words.find((word) => word.length > restrictedWordLength || !isRestrictable(word))
  return wrong === undefined
    ? null
    : m.agencies_writing_wrong({ word: wrong.slice(0, 50), count: restrictedWordLength })
}

const priceHint = () =>
  m.purchase_amount_hint({ min: coinText(coinsOf(paidCents.min)), max: coinText(coinsOf(paidCents.max)) })
