import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { Agency } from '../../../contract/agency-shapes.ts'
import { deletionGraceDays } from '../../../contract/limits.ts'
import { successorOf } from '../../../contract/policy/successor.ts'
import { moneyText } from '../../lib/money.ts'
import { errorMessage, fieldError } from '../../lib/refusal.ts'
import { m } from '../../paraglide/messages.js'
import { useRequestDeletion } from '../../queries/account.ts'
import { agenciesQuery } from '../../queries/agencies.ts'
import { earningsQuery } from '../../queries/payouts.ts'
import { toast } from '../../stores/toasts.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { Input } from '../../ui/input.tsx'
import { Frame } from '../frame/frame.tsx'
import { useViewer } from '../frame/viewer-context.ts'
import { DownloadsSection } from './downloads-section.tsx'
import { RefusalMessage, Section } from './section.tsx'
import { Sessions } from './sessions.tsx'
import { StampSection } from './stamp-section.tsx'
import { useReauthentication } from './use-reauthentication.tsx'

/** Devices, what fans may keep, a copy of everything, and the way out. */
export function AccountScreen() {
  return (
    <Frame title={m.title_settings_account()} back="/settings">
      <Sessions />
      <DownloadsSection />
      <StampSection />
      <Export />
      <Deletion />
    </Frame>
  )
}

function Export() {
  const { withReauthentication, sheet } = useReauthentication()
  const [isBusy, setBusy] = useState(false)
  const fetchArchive = async () => {
    setBusy(true)
    try {
      const { downloadExport } = await import('./download-export.ts')
      await withReauthentication(downloadExport)
    } catch (error) {
      toast(errorMessage(error), { type: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Section title={m.account_export_title()} text={m.account_export_text()}>
      <Button busy={isBusy} onClick={() => void fetchArchive()}>
        <Icon name="download" className="size-4" />
        {isBusy ? m.account_export_busy() : m.account_export_action()}
      </Button>
      {sheet}
    </Section>
  )
}

function Deletion() {
  const viewer = useViewer()
  const { mutateAsync, isPending, error } = useRequestDeletion()
  const { withReauthentication, sheet } = useReauthentication()
  const [typed, setTyped] = useState('')
  const { data: earnings } = useQuery({ ...earningsQuery, enabled: viewer?.is_creator === true })
  const { data: agencies } = useQuery(agenciesQuery)
  const earned = earnings ? earnings.available + earnings.pending : 0
  const name = viewer?.username ?? viewer?.email ?? ''
  const send = async (event: FormEvent) => {
    event.preventDefault()
    await withReauthentication(() => mutateAsync(typed)).then(
      () => location.assign('/'),
      () => undefined,
    )
  }
  return (
    <Section title={m.account_delete_title()} text={m.account_delete_text({ days: deletionGraceDays })}>
      {(viewer?.coins ?? 0) > 0 && (
        <Loss icon="coins">{m.account_delete_coins({ amount: moneyText(viewer?.coins ?? 0) })}</Loss>
      )}
      {earned > 0 && (
        <Loss icon="wallet">
          <p>{m.account_delete_earnings({ amount: moneyText(earned) })}</p>
          <Link to="/settings/payouts" className={lossLink}>
            {m.account_delete_earnings_take()}
          </Link>
        </Loss>
      )}
      {agencies?.data.map((it) => it.role === 'owner' && <OwnAgency key={it.id} agency={it} />)}
      <form onSubmit={(event) => void send(event)} className="flex flex-col gap-4">
        <Field
          label={m.account_delete_confirm({ name })}
          error={fieldError(error, 'username') === null ? null : m.account_delete_wrong()}
        >
          <Input
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <RefusalMessage error={error} />
        <Button
          type="submit"
          variant="danger"
          busy={isPending}
          disabledReason={typed.trim() === '' ? m.account_delete_confirm({ name }) : null}
        >
          {m.account_delete_action()}
        </Button>
      </form>
      {sheet}
    </Section>
  )
}

/** What is lost with the account, or becomes of it. */
function Loss({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <div className="flex items-start gap-2 font-medium">
      <Icon name={icon} className="mt-1 size-4 shrink-0 text-brass-text" />
      <div>{children}</div>
    </div>
  )
}
const lossLink = 'inline-flex min-h-11 items-center underline underline-offset-4'

/** An agency passes to the admin who has been there longest; one without an admin ends. */
function OwnAgency({ agency: { id, name, members } }: { agency: Agency }) {
  const successor = successorOf(members)
  return (
    <Loss icon="users">
      {successor ? (
        m.account_delete_agency_passes({ agency: name, name: `@${successor.user.username ?? ''}` })
      ) : (
        <>
          <p>{m.account_delete_agency_ends({ agency: name })}</p>
          <Link to="/agency/$id" params={{ id }} className={lossLink}>
            {m.account_delete_agency_open()}
          </Link>
        </>
      )}
    </Loss>
  )
}
