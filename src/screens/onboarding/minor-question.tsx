import { ageAt } from '../../../contract/policy/birthdate.ts'
import { dayText } from '../../lib/dates.ts'
import { m } from '../../paraglide/messages.js'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'

type MinorQuestionProps = {
  /** The typed birthdate of a minor; null for none, which closes the question. */
  birthdate: string | null
  onConfirm: () => void
  onCorrect: () => void
}

/** Asks before the birthdate of a minor is sent, because the account then accepts no other one (product §25). */
export function MinorQuestion({ birthdate, onConfirm, onCorrect }: MinorQuestionProps) {
  return (
    <Sheet
      open={birthdate !== null}
      onOpenChange={(isOpen) => !isOpen && onCorrect()}
      title={m.onboarding_birthdate()}
      actions={
        <>
          <Button onClick={onConfirm}>{m.onboarding_minor_yes()}</Button>
          <Button variant="primary" onClick={onCorrect}>
            {m.onboarding_minor_correct()}
          </Button>
        </>
      }
    >
      {birthdate && (
        <p>{m.onboarding_minor_question({ day: dayText(birthdate), age: ageAt(birthdate, Date.now()) })}</p>
      )}
    </Sheet>
  )
}
