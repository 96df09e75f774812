import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseInMenu } from '../../tests/support/choose-in-menu.ts'
import { answered, fiona, message, mina, post, renderFor, signedIn, withMina } from '../../tests/support/component.tsx'
import { type Act, teamActs } from '../../tests/support/costly-team-acts.tsx'
import {
  account,
  agency,
  album,
  automation,
  broadcast,
  comment,
  comparing,
  grantPair,
  several,
} from '../../tests/support/costly-things.ts'
import { removeSignInMethod } from '../server/account.functions.ts'
import { removeGrant } from '../server/agencies.functions.ts'
import { putGrants } from '../server/agency-team.functions.ts'
import { removeAlbum } from '../server/albums.functions.ts'
import { getFanLists, removeFanList } from '../server/audience.functions.ts'
import { getAutomationLog, getAutomations, removeAutomation, switchAutomation } from '../server/automation.functions.ts'
import {
  decideRest,
  getAudiences,
  getBroadcastDraft,
  getBroadcastLimit,
  getBroadcasts,
  saveBroadcastDraft,
  sendBroadcast,
  unsendBroadcast,
} from '../server/broadcasts.functions.ts'
import { getConversation, getMessages, removeMessage } from '../server/chat.functions.ts'
import { getPayoutMethods, removePayoutMethod, requestPayout, transferEarnings } from '../server/payouts.functions.ts'
import { removeComment } from '../server/posts.functions.ts'
import { getRequestsWithUser } from '../server/requests.functions.ts'
import { setSubscriptionPrice } from '../server/subscriptions.functions.ts'
import { blockUser, getUser } from '../server/users.functions.ts'
import { Passkeys } from './account/passkeys.tsx'
import { GrantSheet } from './agencies/grant-sheet.tsx'
import { SeveralSheet } from './agencies/several-sheet.tsx'
import { AlbumMenu } from './albums/album-menu.tsx'
import { FanLists } from './audience/fan-lists.tsx'
import { AutomationScreen } from './automation/automation-screen.tsx'
import { BroadcastComposer } from './broadcasts/broadcast-composer.tsx'
import { BroadcastHistory } from './broadcasts/broadcast-history.tsx'
import { RestChoice } from './broadcasts/rest-choice.tsx'
import { ConversationView } from './chat/conversation.tsx'
import { Methods } from './payouts/methods.tsx'
import { RequestPayout } from './payouts/take-out.tsx'
import { CommentRow } from './posts/comment-row.tsx'
import { ProfileMenu } from './profile/profile-menu.tsx'
import { SafetySheets } from './reports/safety-sheets.tsx'
import { Price } from './subscriptions/price.tsx'

/**
 * Every act that sends to many, pays out, deletes, blocks, hands over or cannot be taken back, with what it says before it is
 * done (product §47). An act that is not here is one that a single press may do.
 */
const acts: readonly Act[] = [
  {
    act: 'send a broadcast',
    screen: () => <BroadcastComposer />,
    press: async () => {
      await userEvent.fill(page.getByRole('textbox', { name: 'Text' }), 'Good morning')
      await expect.element(page.getByText('Reaches 288 people')).toBeVisible()
      await userEvent.click(page.getByRole('button', { name: 'Send to all' }))
    },
    says: '288 fans get it now, each as a message of their own. It costs nobody anything.',
    confirm: 'Send',
    call: sendBroadcast,
  },
  {
    act: 'take back a broadcast',
    screen: () => <BroadcastHistory />,
    press: () => userEvent.click(page.getByRole('button', { name: 'Take back' })),
    says: 'The messages of 286 fans are deleted for good. What was bought stays theirs.',
    confirm: 'Take back',
    keep: 'Keep it',
    call: unsendBroadcast,
  },
  {
    act: 'send one of two texts to all others',
    screen: () => <RestChoice broadcast={comparing.broadcast} comparison={comparing.comparison} />,
    press: () => userEvent.click(page.getByRole('button', { name: 'Send the second text to the others' })),
    says: '260 fans get this text, without those who own it by then, wait for an answer or had enough this week.',
    confirm: 'Send',
    call: decideRest,
  },
  {
    act: 'send none of two texts to all others',
    screen: () => <RestChoice broadcast={comparing.broadcast} comparison={comparing.comparison} />,
    press: () => userEvent.click(page.getByRole('button', { name: 'Send none to the others' })),
    says: '260 fans will not get this broadcast. Fans who have it keep it. This cannot be undone.',
    confirm: 'Send none to the others',
    call: decideRest,
  },
  {
    act: 'switch an automatic message on',
    screen: () => <AutomationScreen />,
    press: () => userEvent.click(page.getByText('Someone follows you', { exact: true }).first()),
    says: 'From now on it goes out by itself, to 50 fans a day at most. What happened before is left alone',
    confirm: 'Switch on',
    call: switchAutomation,
  },
  {
    act: 'delete an automatic message',
    screen: () => <AutomationScreen />,
    press: () => userEvent.click(page.getByRole('button', { name: 'Delete' })),
    says: 'It sends nothing more, and its log is deleted with it. What fans have received stays.',
    confirm: 'Delete',
    call: removeAutomation,
  },
  {
    act: 'delete a list of fans',
    screen: () => (
      <FanLists
        lists={[{ id: 'vip', name: 'VIP', filter: null, is_closed: false }]}
        search={{ list: 'vip' }}
        onChange={() => undefined}
      />
    ),
    press: () => userEvent.click(page.getByRole('button', { name: 'Delete the list' })),
    says: 'The list is gone for good; its fans stay your fans.',
    confirm: 'Delete the list',
    keep: 'Keep it',
    call: removeFanList,
  },
  {
    act: 'delete an album',
    screen: () => <AlbumMenu album={album} />,
    press: () => chooseInMenu('More about Summer', 'Delete album'),
    says: 'The album and its order are gone for good. Its 3 posts stay on your profile.',
    confirm: 'Delete album',
    keep: 'Keep it',
    call: removeAlbum,
  },
  {
    act: 'block from the profile',
    as: fiona,
    screen: () => (
      <>
        <ProfileMenu user={mina} className="" />
        <SafetySheets />
      </>
    ),
    press: () => chooseInMenu('More', 'Block'),
    says: 'You disappear for each other: profile, posts, comments and chat.',
    confirm: 'Block',
    call: blockUser,
  },
  {
    act: 'block from the chat',
    as: fiona,
    screen: () => (
      <>
        <ConversationView username="mina" mode={undefined} />
        <SafetySheets />
      </>
    ),
    press: () => chooseInMenu('More', 'Block'),
    says: 'You disappear for each other: profile, posts, comments and chat.',
    confirm: 'Block',
    call: blockUser,
  },
  {
    act: 'delete a message',
    as: fiona,
    screen: () => <ConversationView username="mina" mode={undefined} />,
    press: async () => {
      await userEvent.click(page.getByRole('log').getByText('Mine'), { button: 'right' })
      await userEvent.click(page.getByRole('menuitem', { name: 'Delete' }))
    },
    says: 'It is deleted for you and for @mina, who sees that there was one. It cannot be brought back.',
    confirm: 'Delete',
    keep: 'Keep it',
    call: removeMessage,
  },
  {
    act: 'delete a comment',
    screen: () => <CommentRow post={post()} comment={comment} onReply={undefined} />,
    press: () => userEvent.click(page.getByRole('button', { name: 'Delete comment' })),
    says: 'The comment of Fiona cannot be brought back.',
    confirm: 'Delete comment',
    keep: 'Keep it',
    call: removeComment,
  },
  {
    act: 'remove a payout account',
    screen: () => <Methods />,
    press: () => userEvent.click(page.getByRole('button', { name: 'Remove DE·· 3000' })),
    says: 'Nothing is paid to it any more. Added again, it has to wait 3 days before its first payout.',
    confirm: 'Remove',
    keep: 'Keep it',
    call: removePayoutMethod,
  },
  {
    act: 'remove a passkey',
    screen: () => <Passkeys keys={[{ id: 'key', name: null, added_at: null }]} />,
    press: () => userEvent.click(page.getByRole('button', { name: 'Remove' })),
    says: 'You can no longer sign in with it, and it cannot be brought back',
    confirm: 'Remove',
    keep: 'Keep it',
    call: removeSignInMethod,
  },
  {
    act: 'ask for a payout',
    screen: () => <RequestPayout available={80} />,
    press: async () => {
      await expect.element(page.getByText('A payout goes to DE·· 3000.')).toBeVisible()
      await userEvent.click(page.getByRole('button', { name: 'Pay out €80.00' }))
    },
    says: '€80.00 go to DE·· 3000. You can take the payout back until it is paid.',
    confirm: 'Pay out €80.00',
    call: requestPayout,
  },
  {
    act: 'move earnings into the wallet',
    screen: () => <RequestPayout available={80} />,
    press: () => userEvent.click(page.getByRole('button', { name: 'Into my wallet' })),
    says: '€80.00 of earnings become coins that you can spend here, and can never be paid out',
    confirm: 'Into my wallet',
    call: transferEarnings,
  },
  ...teamActs,
  {
    act: 'set the rights of several',
    screen: () => <SeveralSheet {...several} />,
    press: () => userEvent.click(page.getByRole('button', { name: 'Set rights' })),
    says: '2 members may act as Mina until it is ended, at once, with these rights alone: Chat, Analytics.',
    confirm: 'Set rights',
    call: putGrants,
  },
  {
    act: 'end access in the sheet of a grant',
    screen: () => <GrantSheet agencyId={agency.id} pair={grantPair} onClose={() => undefined} />,
    press: () => userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'End access' })),
    says: 'Fiona can no longer act as Mina, at once and in the middle of what they are writing.',
    confirm: 'End access',
    call: removeGrant,
  },
  {
    act: 'charge those who came for nothing',
    as: { ...mina, subscription_price: 0 },
    screen: () => <Price />,
    press: async () => {
      await userEvent.selectOptions(page.getByLabelText('Coins a month'), '9.99')
      await userEvent.click(page.getByRole('button', { name: 'Set the price' }))
    },
    says: 'Those who subscribe for nothing have a month to agree to the price.',
    confirm: 'Set the price',
    call: setSubscriptionPrice,
  },
]

beforeEach(() => {
  for (const { call } of acts) vi.mocked(call as Call).mockResolvedValue(answered({ ok: true }))
  vi.mocked(getBroadcastDraft).mockResolvedValue(answered({ draft: null }))
  vi.mocked(saveBroadcastDraft).mockResolvedValue(answered({ ok: true }))
  vi.mocked(getAudiences).mockResolvedValue(
    answered({ count: 288, left_out: { off: 0, owns: 0, waiting: 0, weekly: 0 } }),
  )
  vi.mocked(getFanLists).mockResolvedValue(answered({ data: [] }))
  vi.mocked(getBroadcastLimit).mockResolvedValue(answered({ per_week: 3 }))
  vi.mocked(getBroadcasts).mockResolvedValue(answered({ data: [broadcast], next: null }))
  vi.mocked(getAutomations).mockResolvedValue(answered({ data: [automation] }))
  vi.mocked(getAutomationLog).mockResolvedValue(answered({ data: [], next: null }))
  vi.mocked(getPayoutMethods).mockResolvedValue(answered({ data: [account] }))
  vi.mocked(getUser).mockResolvedValue(answered(mina))
  vi.mocked(getConversation).mockResolvedValue(answered(withMina))
  vi.mocked(getRequestsWithUser).mockResolvedValue(answered({ data: [], min_price: null }))
  const own = message({ sender: { id: fiona.id, username: 'fiona' }, receiver_id: mina.id, content: 'Mine' })
  vi.mocked(getMessages).mockResolvedValue(answered({ data: [own], next: null }))
})

it.each(acts)('to $act asks with the consequence, and is called by the second press alone', async (act) => {
  const call = vi.mocked(act.call as Call)
  await renderFor(signedIn(act.as ?? mina), act.screen())
  await act.press()
  const sheet = page.getByRole('dialog')
  await expect.element(sheet).toHaveTextContent(act.says)
  expect(call).not.toHaveBeenCalled()
  await userEvent.click(sheet.getByRole('button', { name: act.keep ?? 'Cancel', exact: true }))
  await expect.element(sheet.filter({ hasText: act.says })).not.toBeInTheDocument()
  expect(call).not.toHaveBeenCalled()
  await act.press()
  await userEvent.click(sheet.getByRole('button', { name: act.confirm, exact: true }))
  await expect.poll(() => call.mock.calls).toHaveLength(1)
})

type Call = (input: unknown) => Promise<unknown>
