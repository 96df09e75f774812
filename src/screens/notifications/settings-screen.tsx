import { useQuery } from '@tanstack/react-query'
import { digests, type NotificationSettings, type SettableGroup } from '../../../contract/notifications.ts'
import { m } from '../../paraglide/messages.js'
import {
  notificationSettingsQuery,
  pushQuery,
  usePush,
  useSetNotificationSettings,
} from '../../queries/notifications.ts'
import { useUpdateProfile } from '../../queries/session.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Frame } from '../frame/frame.tsx'
import { LoadError } from '../frame/load-error.tsx'
import { useClosed } from '../frame/use-closed.ts'
import { useViewer } from '../frame/viewer-context.ts'
import { QuietHoursSetting } from './quiet-hours-setting.tsx'

/**
 * Where each group of notifications goes: here, by mail, and as a push to this browser; how often a digest comes, and
 * when nothing does.
 */
export function NotificationSettingsScreen() {
  const settings = useQuery(notificationSettingsQuery)
  return (
    <Frame title={m.notifications_settings()} back="/settings">
      <div className="px-4 py-2 sm:px-6">
        {settings.isPending && <SkeletonList rows={4} />}
        {settings.isError && !settings.data && (
          <LoadError error={settings.error} onRetry={() => void settings.refetch()} busy={settings.isRefetching} />
        )}
        {settings.data && <Choices settings={settings.data} />}
      </div>
    </Frame>
  )
}

function Choices({ settings }: { settings: NotificationSettings }) {
  const { mutate } = useSetNotificationSettings()
  const browser = useQuery(pushQuery)
  const push = usePush(settings.push_key)
  // A subscription that an earlier sign-in left in the browser leads nowhere.
  const isOn = browser.data === true && settings.push_here
  const viewer = useViewer()
  return (
    <div className="flex flex-col gap-1">
      <Switch
        label={m.notifications_push_here()}
        checked={isOn}
        hint={push.error ? m.notifications_push_refused() : m.notifications_push_hint()}
        disabledReason={browser.data === null ? m.notifications_push_impossible() : null}
        onChange={(wanted) => push.mutate(wanted)}
      />
      <TitleSwitch />
      <Switch
        label={m.notifications_discreet()}
        checked={settings.discreet}
        hint={m.notifications_discreet_hint()}
        onChange={(discreet) => mutate({ discreet })}
      />
      <Field label={m.notifications_digest()} hint={m.notifications_digest_hint()} className="py-2">
        <Select
          value={settings.digest}
          onChange={(event) => {
            const digest = digests.find((it) => it === event.target.value)
            if (digest) mutate({ digest })
          }}
        >
          {digests.map((digest) => (
            <option key={digest} value={digest}>
              {digestLabels[digest]()}
            </option>
          ))}
        </Select>
      </Field>
      <QuietHoursSetting settings={settings} onChange={(quiet) => mutate({ quiet })} />
      {settings.groups.map(({ group, app, email, push: isPushed }) => (
        <fieldset key={group} className="mt-3 border-hairline border-t pt-3">
          <legend className="sr-only">{labels[group]()}</legend>
          <p aria-hidden="true" className="font-semibold">
            {labels[group]()}
          </p>
          <Switch
            label={m.notifications_in_app()}
            checked={app}
            onChange={(wanted) => mutate({ group, app: wanted })}
          />
          <Switch
            label={m.notifications_as_mail()}
            checked={email}
            disabledReason={
              app ? (viewer?.email_verified ? null : m.notifications_as_mail_unverified()) : m.notifications_off()
            }
            onChange={(wanted) => mutate({ group, email: wanted })}
          />
          <Switch
            label={m.notifications_as_push()}
            checked={isPushed}
            disabledReason={app ? null : m.notifications_off()}
            onChange={(wanted) => mutate({ group, push: wanted })}
          />
        </fieldset>
      ))}
    </div>
  )
}

/** Whether the tab's title counts unread messages (spec §9); for an operator it is the creator's setting. */
function TitleSwitch() {
  const viewer = useViewer()
  const { mutate } = useUpdateProfile()
  const closed = useClosed('can_profile')
  if (viewer === null) return null
  return (
    <Switch
      label={m.chat_notify_app()}
      checked={viewer.settings.notifications.messages.app}
      disabledReason={closed}
      onChange={(app) => mutate({ settings: { notifications: { messages: { app } } } })}
    />
  )
}

const labels: Record<SettableGroup, () => string> = {
  messages: m.notifications_group_messages,
  posts: m.notifications_group_posts,
  social: m.notifications_group_social,
  subscriptions: m.notifications_group_subscriptions,
  renewals: m.notifications_group_renewals,
  money: m.notifications_group_money,
  account: m.notifications_group_account,
}

const digestLabels: Record<NotificationSettings['digest'], () => string> = {
  off: m.notifications_digest_off,
  daily: m.notifications_digest_every_day,
  weekly: m.notifications_digest_every_week,
}
