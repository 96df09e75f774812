import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Automation } from '../../../contract/automation.ts'
import { automationsPerDay } from '../../../contract/limits.ts'
import { moneyText } from '../../lib/money.ts'
import { m } from '../../paraglide/messages.js'
import { automationsQuery, useRemoveAutomation, useSwitchAutomation } from '../../queries/automation.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmSheet } from '../../ui/confirm-sheet.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { ClosedByFlag } from '../frame/closed-here.tsx'
import { Frame } from '../frame/frame.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { AutomationEditor } from './automation-editor.tsx'
import { AutomationLog } from './automation-log.tsx'
import { delayText, triggerLabels } from './labels.ts'

/** Messages that a creator writes once and that go out by themselves (product §66). */
export function AutomationScreen() {
  const [noChat, noSocial] = [useClosed('can_chat') !== null, useClosed('can_social') !== null]
  const flag = noChat ? 'can_chat' : noSocial ? 'can_social' : null
  return (
    <Frame title={m.automation_title()} back="/creator">
      {flag ? <ClosedByFlag flag={flag} /> : <Automations />}
    </Frame>
  )
}

function Automations() {
  const { data, error, refetch, isFetching } = useQuery(automationsQuery)
  const [edited, setEdited] = useState<Automation | 'new' | null>(null)
  if (error && !data) return <LoadError error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (!data) return <SkeletonList rows={3} />
  if (edited !== null)
    return <AutomationEditor automation={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />
  return (
    <>
      <div className="flex flex-col gap-3 border-hairline border-b px-4 py-5 sm:px-6">
        <p className="text-ink-soft">{m.automation_lead()}</p>
        <Button variant="primary" className="self-start" onClick={() => setEdited('new')}>
          <Icon name="plus" />
          {m.automation_new()}
        </Button>
      </div>
      {data.length === 0 ? (
        <EmptyState scene="script" title={m.automation_empty()}>
          {m.automation_empty_text()}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-hairline border-hairline border-b">
          {data.map((it) => (
            <Row key={it.id} automation={it} onEdit={() => setEdited(it)} />
          ))}
        </ul>
      )}
      {data.length > 0 && <AutomationLog automations={data} />}
    </>
  )
}

function Row({ automation, onEdit }: { automation: Automation; onEdit: () => void }) {
  const { id, trigger, content, media_ids: media, price, enabled, sent, dropped } = automation
  const isEmpty = content === '' && media.length === 0
  const change = useSwitchAutomation()
  const remove = useRemoveAutomation()
  const [asked, setAsked] = useState<'on' | 'remove' | null>(null)
  const close = () => setAsked(null)
  return (
    <li className="flex flex-col gap-2 px-4 py-4 sm:px-6">
      <Switch
        label={triggerLabels[trigger]()}
        hint={[delayText(automation), price === null ? null : moneyText(price)].filter(Boolean).join(' · ')}
        checked={enabled}
        disabledReason={isEmpty && !enabled ? m.automation_nothing() : null}
        onChange={(isOn) => (isOn ? setAsked('on') : change.mutate({ id, enabled: false }))}
      />
      {content && <p className="line-clamp-3 whitespace-pre-wrap [overflow-wrap:anywhere]">{content}</p>}
      {media.length > 0 && <p className="text-ink-soft text-sm">{m.chat_attached({ count: media.length })}</p>}
      <p className="text-ink-soft text-sm tabular-nums">{m.automation_figures({ sent, dropped })}</p>
      <div className="-ml-3 flex flex-wrap">
        <Button variant="ghost" onClick={onEdit}>
          {m.automation_edit()}
        </Button>
        {!automation.is_welcome && (
          <Button variant="ghost" onClick={() => setAsked('remove')}>
            {m.automation_remove()}
          </Button>
        )}
      </div>
      <ConfirmSheet
        open={asked === 'on'}
        onClose={close}
        title={m.automation_on_title()}
        confirm={m.automation_on()}
        danger={false}
        busy={change.isPending}
        error={change.error}
        onConfirm={() => change.mutate({ id, enabled: true }, { onSuccess: close })}
      >
        {m.automation_on_text({ count: Math.min(automation.per_day, automationsPerDay) })}
      </ConfirmSheet>
      <ConfirmSheet
        open={asked === 'remove'}
        onClose={close}
        title={m.automation_remove_title()}
        confirm={m.automation_remove()}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate(id, { onSuccess: close })}
      >
        {m.automation_remove_text()}
      </ConfirmSheet>
    </li>
  )
}
