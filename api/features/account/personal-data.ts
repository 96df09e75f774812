/**
 * Every table and column about a person: what erasure does with it, and what an export contains. `erasure.ts` and
 * `export.ts` are generated from it, and a test compares it with the columns of the database (safety §P11), so a new
 * column has to be decided here before it can be committed.
 */

/** Why something outlives the account, and until when. */
export const reasons = {
  money: 'Bookkeeping law: ten years after the year of the entry. Ids, sums and times only.',
  shared: 'It is the other side’s too, and stays as long as theirs. Ids, numbers and times, which name no one.',
  identity: 'The empty row to which the rows of others refer. It names no one.',
  audit: 'Proof of who acted for whom: append-only, like the ledger.',
  agency: 'It belongs to the agency and its other members, and stays as long as the agency.',
  notice:
    'What the notice is about, for its decision and appeal: three years (`api/platform/retention.ts`). The reporter is removed.',
  reserved: 'No stranger may pose as the person: 90 days (`api/platform/retention.ts`).',
  evidence:
    'It says whose copy of a picture was found elsewhere: three years after the last copy was made (`api/platform/retention.ts`). Ids and times only.',
  backups: 'It is about no person: when a backup was verified and what came of it.',
  expires: 'Gone within the 30 days before the erasure (`api/platform/retention.ts`).',
} as const

type Reason = keyof typeof reasons

/** Tables in the order in which they are erased. Those without a role hold nothing that is a person's by a column. */
export type PersonTable = {
  table: string
  roles: readonly Role[]
  /** Columns that stay, separated by spaces; `*` for all that no role blanks. */
  keep?: { columns: string; why: Reason }
}

/** One way in which a row belongs to a person. */
export type Role = {
  /** The column with the person's id. */
  by: string
  /** The column that orders and pages the rows of one person; with `by` it identifies a row. */
  key: string
  keyType?: 'text' | 'date' | 'number'
  /** What erasure does: deletes the row, sets columns to SQL values, or leaves it. */
  erase: 'delete' | 'keep' | Readonly<Record<string, string>>
  /** A count of other rows that each erased row lowers: `column` of `table`, found by `of`, when `if` held before. */
  recount?: { table: string; column: string; of: string; if?: string }
  /** The file of the export, its columns, and the column of another person, whose username is exported. */
  file?: string
  columns?: string
  other?: string
  /** Rows that the export leaves out. */
  where?: string
}

const deleted = (by: string, key: string, rest: Partial<Role> = {}): Role => ({ by, key, erase: 'delete', ...rest })
const retained = (by: string, key: string, rest: Partial<Role> = {}): Role => ({ by, key, erase: 'keep', ...rest })
const own = (file: string, columns: string): Partial<Role> => ({ file, columns })
const text = { keyType: 'text' } as const
/** The first deletion counts: it may have been deleted before the account was closed. */
const deletedAt = 'coalesce(deleted_at, now())'

// biome-ignore format: a row for each table, where the formatter would make 600 lines of it.
export const personalData: readonly PersonTable[] = [
  // Signing in.
  { table: 'sessions', roles: [deleted('user_id', 'id', own('sessions', 'ip_address user_agent created_at updated_at expires_at'))] },
  { table: 'accounts', roles: [deleted('user_id', 'id', own('sign_in_methods', 'provider_id created_at'))] },
  { table: 'passkeys', roles: [deleted('user_id', 'id', own('passkeys', 'name created_at'))] },
  { table: 'two_factors', roles: [deleted('user_id', 'id')] },
  { table: 'known_devices', roles: [deleted('user_id', 'device', { ...text, ...own('known_devices', 'seen_at') })] },
  { table: 'email_changes', roles: [deleted('user_id', 'user_id', own('email_change', 'email created_at'))] },
  { table: 'email_codes', roles: [deleted('user_id', 'user_id')] },
  { table: 'verifications', roles: [], keep: { columns: '*', why: 'expires' } },
  { table: 'human_checks', roles: [], keep: { columns: '*', why: 'expires' } },
  { table: 'former_usernames', roles: [retained('user_id', 'username', { ...text, ...own('former_usernames', 'username until created_at') })],
      keep: { columns: '*', why: 'reserved' } },
  { table: 'creator_verifications', roles: [deleted('user_id', 'user_id', own('verification',
      'status legal_name birthdate country document_kind reason submitted_at decided_at'))] },

  // What others did with the person, and the person with others.
  { table: 'follows', roles: [
      deleted('follower_id', 'user_id', { recount: { table: 'users', column: 'followers_count', of: 'user_id' }, ...own('following', 'created_at'),
          other: 'user_id' }),
      deleted('user_id', 'follower_id', { ...own('followers', 'created_at'), other: 'follower_id' })] },
  { table: 'blocks', roles: [deleted('blocker_id', 'blocked_id', { ...own('blocked', 'created_at'), other: 'blocked_id' }), deleted('blocked_id',
      'blocker_id')] },
  { table: 'notifications', roles: [deleted('user_id', 'id', own('notifications', 'id type object_kind object_id amount_cents happens_at created_at read_at'))] },
  { table: 'notification_marks', roles: [deleted('user_id', 'type', { ...text, ...own('notifications_read', 'type through read_at') })] },
  { table: 'notification_settings', roles: [deleted('user_id', 'kind', { ...text, ...own('notification_settings', 'kind app email push') })] },
  { table: 'notification_habits', roles: [deleted('user_id', 'user_id', own('notification_habits', 'discreet digest quiet_from quiet_to time_zone'))] },
  { table: 'post_bells', roles: [deleted('user_id', 'creator_id', { ...own('post_bells', 'is_on'), other: 'creator_id' }), deleted('creator_id', 'user_id')] },
  { table: 'waiting_pushes', roles: [deleted('user_id', 'id')] },
  { table: 'push_subscriptions', roles: [deleted('user_id', 'id', own('push_browsers', 'created_at'))] },
  { table: 'live_events', roles: [deleted('user_id', 'id')] },
  { table: 'profile_visits', roles: [deleted('user_id', 'day', { keyType: 'date', ...own('profile_visits', 'day visits') })] },
  { table: 'referral_clicks', roles: [deleted('user_id', 'day', { keyType: 'date', ...own('referral_clicks', 'day clicks') })] },

  // What the person wrote and showed.
  { table: 'post_likes', roles: [deleted('user_id', 'post_id', { recount: { table: 'posts', column: 'likes_count', of: 'post_id' }, ...own('likes',
      'post_id created_at') })] },
  { table: 'bookmark_lists', roles: [deleted('user_id', 'id', own('bookmark_lists', 'id name created_at'))] },
  { table: 'bookmarks', roles: [deleted('user_id', 'post_id', own('bookmarks', 'post_id list_id created_at'))] },
  { table: 'comments', roles: [
      { by: 'author_id', key: 'id', erase: { text: `''`, deleted_at: deletedAt }, recount: { table: 'posts', column: 'comments_count', of: 'post_id',
          if: 'deleted_at is null' }, ...own('comments', 'post_id text created_at'), where: 'deleted_at is null' }],
    keep: { columns: 'id post_id author_id reply_to created_at', why: 'shared' } },
  { table: 'posts', roles: [
      { by: 'author_id', key: 'id', erase: { text: `''`, deleted_at: deletedAt, pinned_at: 'null' }, ...own('posts',
          'id text visibility price_cents published_at archived_at expires_at created_at'), where: 'deleted_at is null' }],
    keep: { columns: 'id author_id visibility price_cents published_at archived_at expires_at notified_at notified_to comments_for likes_count comments_count unlocks_count created_at',
        why: 'shared' } },
  { table: 'post_drafts', roles: [
      deleted('author_id', 'creator_id', { ...own('post_draft', 'text visibility price_cents publish_at expires_at comments_for updated_at'), other: 'creator_id' }),
      deleted('creator_id', 'author_id')] },
  { table: 'albums', roles: [deleted('creator_id', 'id', own('albums', 'name description created_at'))] },
  // Gone with the album.
  { table: 'album_posts', roles: [], keep: { columns: '*', why: 'shared' } },
  { table: 'post_media', roles: [], keep: { columns: '*', why: 'shared' } },
  { table: 'media', roles: [
      { by: 'owner_id', key: 'id', erase: { name: 'null', description: 'null', folder: 'null', tags: `'{}'`, preview: 'null', reason: 'null',
          replaced: 'null', content_hash: 'null', deleted_at: deletedAt, erased_at: 'coalesce(erased_at, now())' }, ...own('media', 'id type name description folder tags width height duration_ms bytes created_at'),
          other: 'only_for', where: 'deleted_at is null' }],
    keep: { columns: 'id owner_id type state width height duration_ms bytes has_poster renditions making poster_at_ms waveform captions machine_captions focal may_download created_at purged_at only_for', why: 'shared' } },
  { table: 'vault_usage', roles: [retained('owner_id', 'owner_id', own('vault_usage', 'bytes'))], keep: { columns: '*', why: 'shared' } },
  { table: 'media_marks', roles: [retained('viewer_id', 'media_id', own('traceable_copies', 'media_id basis created_at made_at'))], keep: { columns: '*',
      why: 'evidence' } },
  // Deleted with the bytes of the picture (`api/features/uploads/jobs.ts`).
  { table: 'media_fingerprints', roles: [], keep: { columns: '*', why: 'shared' } },
  { table: 'mark_keys', roles: [], keep: { columns: '*', why: 'evidence' } },
  { table: 'uploads', roles: [deleted('owner_id', 'id', own('uploads', 'name size created_at finished_at'))] },
  // Without its upload a part is deleted within the hour, bytes first (`sweepUploads`).
  { table: 'upload_parts', roles: [], keep: { columns: '*', why: 'shared' } },

  // Chat.
  { table: 'messages', roles: [
      { by: 'sender_id', key: 'id', erase: { content: `''`, earlier: 'null', client_id: 'null', deleted_at: deletedAt }, ...own('messages_sent',
          'content earlier type tip_cents price_cents created_at edited_at'), other: 'receiver_id', where: 'deleted_at is null' },
      retained('receiver_id', 'id', { ...own('messages_received', 'content type tip_cents price_cents created_at'), other: 'sender_id',
          where: 'deleted_at is null' })],
    keep: { columns: 'id session_id seq sender_id receiver_id type price_cents tip_cents reply_to broadcast_id operator_id created_at read_at edited_at',
        why: 'shared' } },
  { table: 'message_media', roles: [], keep: { columns: '*', why: 'shared' } },
  { table: 'message_likes', roles: [deleted('user_id', 'message_id', own('message_likes', 'message_id reaction'))] },
  { table: 'chat_sessions', roles: [], keep: { columns: '*', why: 'shared' } },
  { table: 'chat_members', roles: [{ by: 'user_id', key: 'other_id', erase: { last_message: 'null' }, ...own('conversations',
      'as_creator muted hidden last_message_at takes_media'), other: 'other_id' },
      // The other side’s list shows what the person wrote last.
      { by: 'other_id', key: 'user_id', erase: { last_message: `case when exists (select from messages where id = last_message_id
          and sender_id = other_id) then null else last_message end` } }],
    keep: { columns: 'user_id other_id session_id as_creator read_seq unread_count muted hidden pinned_at snoozed_until wrote awaits_answer last_message_type last_message_at last_message_id takes_media',
        why: 'shared' } },
  { table: 'message_drafts', roles: [
      deleted('author_id', 'id', { ...own('message_drafts', 'content price_cents updated_at'), other: 'other_id' }),
      deleted('user_id', 'id'), deleted('other_id', 'id')] },
  { table: 'fan_notes', roles: [deleted('creator_id', 'fan_id', { ...own('fan_notes', 'note lists updated_at'), other: 'fan_id' }),
      // Notes of creators are their secret, and are not exported to the fan.
      deleted('fan_id', 'creator_id')] },
  { table: 'creator_fans', roles: [], keep: { columns: '*', why: 'shared' } },
  { table: 'fan_lists', roles: [deleted('creator_id', 'id', own('fan_lists', 'name filter created_at'))] },
  // Those of a creator go with the links, as do what the links brought by day and in all.
  { table: 'tracking_links', roles: [deleted('creator_id', 'id', own('tracking_links', 'name code cost_cents archived_at created_at'))] },
  { table: 'tracking_link_fans', roles: [retained('fan_id', 'creator_id', { ...own('came_by_links', 'since followed_at subscribed_at'), other: 'creator_id' })],
    keep: { columns: '*', why: 'shared' } },
  { table: 'tracking_link_days', roles: [], keep: { columns: '*', why: 'shared' } },
  { table: 'tracking_link_sums', roles: [], keep: { columns: '*', why: 'shared' } },
  { table: 'fan_list_members', roles: [deleted('fan_id', 'list_id')] },
  { table: 'saved_replies', roles: [deleted('user_id', 'id', own('saved_replies',
      'title content folder price_cents sent_count unlocked_count earned_cents created_at'))] },
  // Those of a creator go with the saved replies.
  { table: 'saved_reply_sends', roles: [deleted('fan_id', 'message_id')] },
  { table: 'welcome_messages', roles: [deleted('user_id', 'user_id', own('welcome_message', 'enabled content updated_at'))] },
  { table: 'automations', roles: [deleted('creator_id', 'id', own('automatic_messages',
      'trigger delay_hours content price_cents per_day enabled is_welcome created_at updated_at'))] },
  // Those of a creator go with the automatic messages.
  { table: 'automation_runs', roles: [deleted('fan_id', 'id')] },
  { table: 'broadcasts', roles: [
      { by: 'sender_id', key: 'id', erase: { content: `''`, second_content: 'null', client_id: 'null',
          status: `case status when 'scheduled' then 'unsent' when 'comparing' then 'sent' else status end` }, ...own('broadcasts',
          'audience exclude content second_content compare_hours price_cents status send_at rest_at winner recipients created_at') }],
    keep: { columns: 'id sender_id operator_id audience exclude list_id choice again_of skip_waiting left_out price_cents media_ids preview_ids send_at recipients sent_count sent_to created_at finished_at unsent_at compare_hours compared_each first_sent second_sent compared_at rest_at winner decided',
        why: 'shared' } },
  { table: 'broadcast_drafts', roles: [
      deleted('author_id', 'creator_id', { ...own('broadcast_draft', 'audience exclude choice content second_content compare_hours price_cents send_at updated_at'), other: 'creator_id' }),
      deleted('creator_id', 'author_id')] },
  { table: 'broadcast_copies', roles: [
      deleted('author_id', 'creator_id', { ...own('broadcast_copy', 'content second_content price_cents sent_at'), other: 'creator_id' }),
      deleted('creator_id', 'author_id')] },
  { table: 'broadcast_recipients', roles: [], keep: { columns: '*', why: 'shared' } },
  { table: 'broadcast_figures', roles: [], keep: { columns: '*', why: 'shared' } },
  { table: 'broadcast_habits', roles: [deleted('fan_id', 'creator_id', { ...own('broadcast_habits', 'frequency'), other: 'creator_id' }),
      deleted('creator_id', 'fan_id')] },

  // Agencies. Erasure gives the person's agencies to another member before (`transferAgencies`).
  { table: 'agencies', roles: [], keep: { columns: '*', why: 'agency' } },
  { table: 'agency_members', roles: [
      { by: 'user_id', key: 'id', erase: { ended_at: 'coalesce(ended_at, now())' }, ...own('agency_memberships',
          'agency_id role created_at ended_at') }],
    keep: { columns: 'id agency_id user_id role created_at', why: 'agency' } },
  { table: 'agency_creators', roles: [
      { by: 'user_id', key: 'id', erase: { ended_at: 'coalesce(ended_at, now())', status: `'ended'` }, ...own('agency_links',
          'agency_id status created_at ended_at') }],
    keep: { columns: 'id agency_id user_id can_chat can_payment can_medias can_profile can_social show_in_analytics created_at', why: 'agency' } },
  { table: 'agency_grants', roles: [], keep: { columns: '*', why: 'audit' } },
  { table: 'agency_invitations', roles: [deleted('user_id', 'id', own('agency_invitations', 'agency_id kind role status created_at answered_at')),
      deleted('invited_by', 'id')] },
  { table: 'agency_claims', roles: [deleted('creator_id', 'fan_id'), deleted('fan_id', 'creator_id'), deleted('operator_id', 'fan_id')] },
  // What is written about an operator is theirs to read; the fan and the creator are not shown it.
  { table: 'agency_reviews', roles: [
      deleted('operator_id', 'id', { ...own('reviews_received', 'agency_id message_id score comment created_at changed_at'), other: 'reviewer_id' }),
      deleted('creator_id', 'id'), deleted('fan_id', 'id'),
      { by: 'reviewer_id', key: 'id', erase: { comment: `''` }, ...own('reviews_written', 'agency_id message_id score comment created_at changed_at'),
          other: 'operator_id' }],
    keep: { columns: 'id agency_id reviewer_id operator_id creator_id fan_id message_id score created_at changed_at', why: 'agency' } },
  { table: 'agency_audit_entries', roles: [
      retained('subject_id', 'id', { ...own('acting_log', 'agency_id action object_kind object_id created_at'), other: 'actor_id' }),
      retained('actor_id', 'id', { ...own('acted_as_operator', 'agency_id action object_kind object_id created_at'), other: 'subject_id' })],
    keep: { columns: '*', why: 'audit' } },
  { table: 'agency_audit_changes', roles: [deleted('subject_id', 'id', own('acting_changes', 'entry_id field before after created_at'))] },
  { table: 'staff_audit_entries', roles: [], keep: { columns: '*', why: 'audit' } },

  // Money.
  { table: 'subscriptions', roles: [
      retained('fan_id', 'creator_id', { ...own('subscriptions', 'status price_cents since active_until renews_at'), other: 'creator_id' }),
      retained('creator_id', 'fan_id', { ...own('subscribers', 'status price_cents since active_until'), other: 'fan_id' })],
    keep: { columns: '*', why: 'shared' } },
  { table: 'subscription_events', roles: [], keep: { columns: '*', why: 'money' } },
  { table: 'subscription_days', roles: [], keep: { columns: '*', why: 'money' } },
  { table: 'cohort_months', roles: [], keep: { columns: '*', why: 'money' } },
  { table: 'sold_quarters', roles: [], keep: { columns: '*', why: 'money' } },
  { table: 'sold_post_months', roles: [], keep: { columns: '*', why: 'money' } },
  { table: 'price_changes', roles: [deleted('creator_id', 'id', own('price_changes', 'price_cents created_at'))] },
  { table: 'offer_links', roles: [
      { by: 'creator_id', key: 'id', erase: { revoked_at: 'coalesce(revoked_at, now())' }, ...own('offer_links',
          'code kind days percent months max_uses uses expires_at created_at revoked_at is_listed') }],
    keep: { columns: 'id creator_id code kind days percent months max_uses uses expires_at created_at is_listed', why: 'shared' } },
  { table: 'offer_redemptions', roles: [], keep: { columns: '*', why: 'shared' } },
  { table: 'gifts', roles: [
      { by: 'buyer_id', key: 'id', erase: { message: `''` }, ...own('gifts_given',
          'code price_cents months anonymous message expires_at redeemed_at refunded_at refund_reason created_at'), other: 'creator_id' },
      retained('redeemed_by', 'id', { ...own('gifts_received', 'months redeemed_at covers_from covers_until'), other: 'creator_id' })],
    keep: { columns: 'id code buyer_id creator_id price_cents months anonymous entry_id paid_entry_id redeemed_by redeemed_at expires_at covers_from covers_until refunded_at refund_reason created_at',
        why: 'money' } },
  { table: 'bundles', roles: [deleted('creator_id', 'months', { keyType: 'number', ...own('bundles', 'months percent') })] },
  { table: 'bundle_purchases', roles: [
      retained('fan_id', 'entry_id', { ...own('bundles_bought', 'months price_cents covers_from covers_until refunded_at created_at'), other: 'creator_id' }),
      retained('creator_id', 'entry_id', { ...own('bundles_sold', 'months price_cents covers_from covers_until refunded_at created_at'), other: 'fan_id' })],
    keep: { columns: '*', why: 'money' } },
  { table: 'paid_requests', roles: [
      retained('fan_id', 'id', { ...own('requests_made', 'price_cents state due_at created_at closed_at'), other: 'creator_id' }),
      retained('creator_id', 'id', { ...own('requests_received', 'price_cents state due_at created_at closed_at'), other: 'fan_id' })],
    keep: { columns: '*', why: 'money' } },
  { table: 'request_settings', roles: [deleted('user_id', 'user_id', own('request_settings', 'min_cents updated_at'))] },
  { table: 'purchases', roles: [
      retained('buyer_id', 'id', { ...own('purchases', 'object_kind object_id price_cents created_at refunded_at'), other: 'creator_id' })],
    keep: { columns: '*', why: 'money' } },
  { table: 'entitlements', roles: [retained('user_id', 'media_id', own('owned_media', 'media_id created_at'))], keep: { columns: '*',
      why: 'money' } },
  { table: 'topups', roles: [
      { by: 'user_id', key: 'id', erase: { return_path: 'null' }, ...own('topups',
          'amount_cents status provider provider_ref payment_ref refunded_cents disputed_cents created_at settled_at') }],
    keep: { columns: 'id user_id amount_cents status provider provider_ref payment_ref refunded_cents disputed_cents credited_cents asked_at created_at settled_at',
        why: 'money' } },
  { table: 'disputes', roles: [], keep: { columns: '*', why: 'money' } },
  { table: 'undone_sales', roles: [], keep: { columns: '*', why: 'money' } },
  { table: 'payouts', roles: [retained('user_id', 'id', own('payouts', 'amount_cents status reason created_at decided_at settled_at'))],
      keep: { columns: '*', why: 'money' } },
  { table: 'payout_methods', roles: [
      { by: 'user_id', key: 'id', erase: { holder: `''`, sealed: `''`, label: `''`, removed_at: 'coalesce(removed_at, now())' },
          ...own('payout_methods', 'kind label holder created_at removed_at') }],
    keep: { columns: 'id user_id kind created_at', why: 'money' } },
  { table: 'idempotency_keys', roles: [deleted('user_id', 'key', text)] },
  // The postings of the person's accounts are exported as `coins.json` (`export-statements.ts`).
  { table: 'ledger_accounts', roles: [], keep: { columns: '*', why: 'money' } },
  { table: 'ledger_entries', roles: [], keep: { columns: '*', why: 'money' } },
  { table: 'ledger_postings', roles: [], keep: { columns: '*', why: 'money' } },
  { table: 'fan_spending', roles: [], keep: { columns: '*', why: 'money' } },
  { table: 'fan_spending_days', roles: [], keep: { columns: '*', why: 'money' } },
  { table: 'earnings_days', roles: [], keep: { columns: '*', why: 'money' } },
  { table: 'ledger_checks', roles: [], keep: { columns: '*', why: 'money' } },
  { table: 'ledger_proofs', roles: [], keep: { columns: '*', why: 'money' } },
  { table: 'ledger_proven_sums', roles: [], keep: { columns: '*', why: 'money' } },
  { table: 'backup_checks', roles: [], keep: { columns: '*', why: 'backups' } },
  { table: 'provider_events', roles: [], keep: { columns: '*', why: 'expires' } },

  { table: 'reports', roles: [
      { by: 'reporter_id', key: 'id', erase: { email: 'null', reporter_id: 'null' }, ...own('reports',
          'ticket kind object text status answer created_at decided_at') }],
    keep: { columns: 'id ticket kind object_kind object_id object text evidence locale status answer due_at created_at decided_at decided_by',
        why: 'notice' } },
  // Mails have an address instead of an owner: `eraseByAddress` deletes them, and the address from notices.
  { table: 'mails', roles: [], keep: { columns: '*', why: 'expires' } },

  // Last, because the address in it finds mails and notices, and `purge_at` brings an unfinished erasure back.
  { table: 'users', roles: [
      { by: 'id', key: 'id', erase: { name: `''`, email: `id || '@deleted.invalid'`, email_verified: 'false', image: 'null',
          two_factor_enabled: 'false', username: 'null', birthdate: 'null', refused_birthdate: 'null', display_name: 'null', bio: 'null', location: 'null', links: `'[]'`, category: 'null', tags: `'{}'`, languages: `'{}'`, last_seen_at: 'null', show_last_seen: 'default', trend: '0',
          avatar_media_id: 'null', cover_media_id: 'null', role: `'user'`, locale: `'en'`, is_creator: 'false', price_cents: 'null',
          chat_access_policy: 'default', notify_messages_app: 'default', media_downloads: 'default', media_stamp: 'default', takes_subscriber_media: 'default', broadcasts_per_week: 'default', spending_limit_cents: 'null', referral_code: 'id::text',
          followers_count: '0', posts_count: '0', photos_count: '0', videos_count: '0', sounds_count: '0', suspended_reason: 'null', terms_version: 'null', terms_accepted_at: 'null', purge_at: 'null', updated_at: 'now()' }, ...own('profile',
          'id email email_verified username birthdate refused_birthdate display_name bio location links category tags languages last_seen_at show_last_seen trend locale is_creator price_cents chat_access_policy media_downloads media_stamp takes_subscriber_media broadcasts_per_week spending_limit_cents referral_code followers_count posts_count photos_count videos_count sounds_count terms_version terms_accepted_at created_at') }],
    keep: { columns: 'id created_at referred_by deleted_at suspended_at', why: 'identity' } },
]
