/** Checks that the drill leaves alone, each with its reason. A row that matches nothing is an error. */
export const leftOut: { file: RegExp; text: RegExp; reason: string }[] = [
  {
    file: /^(?:api|contract)\//,
    text: /^[\w.?[\]]+ === (?:undefined|null)$/,
    reason:
      'nothing was found: the condition that did not find it is a check of its own, and without a row nothing follows',
  },
  {
    file: /identity\/(?:auth-body|auth-routes)/,
    text: /isReadable|isWellFormed|u0000|^answer\.status/,
    reason: 'it keeps text out that no database takes, and words an error',
  },
  {
    file: /^api\/identity\/statements/,
    text: /^not \$\{blocks\('l\.user_id', 'm\.user_id'\)\}$/,
    reason: 'the call looks the creator up first, who is not found behind a block: this holds only between the two',
  },
  {
    file: /^api\/identity\/viewer/,
    text: /^given\.length === expected\.length$/,
    reason: 'the comparison after it throws for signatures of different lengths',
  },
  {
    file: /^api\/identity\/sign-in-methods/,
    text: /^eq\((?:accounts|passkeys)\.userId, viewer\.id\)$/,
    reason: 'the method was found among the user’s own just before',
  },
  {
    file: /^api\/identity\/email-code/,
    text: /^eq\(users\.id, viewer\.id\)$/,
    reason: 'the address that is asked beside it is of one account',
  },
  {
    file: /^api\/features\/verification\/statements/,
    text: /^user_id = \$\{user\}$/,
    reason: 'it only locks: without it the look at one submission waits for the looks at others',
  },
  {
    file: /^api\/features\/(?:gifts|requests)\/statements/,
    text: /^g\.buyer_id = \$\{giver\}$|in \(fan_id, creator_id\)$/,
    reason: 'it reads the answer to an act that has refused everyone but its side',
  },
  {
    file: /^api\/features\/(?:gifts|requests)\/statements/,
    text: /^(?:redeemed_at|refunded_at) is null$|^state in \('open', 'accepted'\)$|^(?:expires_at|due_at) <= \$\{now\}$/,
    reason: 'the job decides again about every row, once it has locked it',
  },
  {
    file: /^api\/features\/payouts\/statements/,
    text: /^exists \(select 1 from ledger_postings p where p\.account_id = a\.id/,
    reason: 'the job reads again what is due of every account, once it has locked it',
  },
  {
    file: /^api\/features\/(?:payouts\/statements|wallet\/history-statements)/,
    text: /^[ep]\.created_at <= coalesce\(\$\{(?:p\.)?beforeAt\}, 'infinity'\)$/,
    reason: 'the whole position of the page is asked after it: it leads to the index',
  },
  {
    file: /wallet\/(?:check|incremental)-statements|account\/(?:personal-data|erasure)|analytics\/visits/,
    text: /./,
    reason: 'it compares, deletes or counts rows for no caller, and other tests hold what it finds',
  },
  {
    file: /^api\/platform\/(?:jobs|mail|marks|retention|backup|media|db\/(?:lock|migrate|pages|pool|search))/,
    text: /./,
    reason: 'it is about files, mails and jobs of any user',
  },
  {
    file: /wallet\/history-statements/,
    text: /^e\.user_id = \$\{owner\}$/,
    reason: 'it leads to the index: the postings that are joined are those of the owner’s wallet',
  },
  {
    file: /wallet\/ledger-check/,
    text: /^a day is not what /,
    reason: 'it is the name of an answer, and no condition',
  },
  {
    file: /people\/counts/,
    text: /^c\.is_creator$|^\$\{notDeleted\('c'\)\}$/,
    reason: 'a job counts again for creators alone, because others have published nothing',
  },
  {
    file: /users\/last-seen/,
    text: /^isCreator$/,
    reason: 'it spares a statement that asks again',
  },
  {
    file: /^api\/features\//,
    text: /^\$\{(?:after|before)(?:Id|Row|Seq)\(|^\(\$\{pinnedAt\} > /,
    reason: 'it is where a page goes on, among what its reader may see',
  },
  {
    file: /^api\/features\/(?:uploads\/(?:film-sizes|process)|media\/mark-statements)/,
    text: /^(?:eq\(media\.state|isNull\(media\.purgedAt\)|made_at < )/,
    reason: 'the job that makes or removes sizes and copies asks for no caller',
  },
  {
    file: /broadcasts\/delivery-statements/,
    text: /^b\.status = 'unsent'$|^b\.unsent_at > now\(\)/,
    reason: 'it finds work for the job that takes messages back, which decides again about every broadcast',
  },
  {
    file: /media\/statements/,
    text: /^k\.owner_id = s\.fan_id$/,
    reason: 'of the accounts that a purchase moves, only the wallet of its fan is a wallet',
  },
  {
    file: /media\/may-download/,
    text: /^row !== undefined$/,
    reason: 'without a row nothing is read: the answer is an error and no file',
  },
  {
    file: /chat\/send-statements|media\/statements/,
    text: /^b\.user_id = (?:k\.receiver_id|m\.owner_id)$/,
    reason: 'it spares a push task for a user without a browser: the task looks again',
  },
  {
    file: /agencies\/grant-statements/,
    text: /^me\.ended_at is null$/,
    reason: 'a grant holds only of a member who has not left',
  },
  {
    file: /broadcasts\/views/,
    text: /^l\.creator_id = b\.sender_id$/,
    reason: 'a broadcast goes only to lists of its sender',
  },
  {
    file: /policy\/zoned-time/,
    text: /^known !== undefined$/,
    reason: 'it spares making the same formatter again',
  },
  {
    file: /chat\/conversation-statements/,
    text: /^\$\{p\.asCreator\}$/,
    reason: 'it spares a look at the fan in the lists whose answer leaves out what is known of them',
  },
  {
    file: /chat\/conversation-statements/,
    text: /^m\.last_message_at is not null$|^s\.creator_id = \$\{p\.viewer\}$/,
    reason: 'it leads to the index: no message compares as no time, and the row that is joined is the viewer’s own',
  },
  {
    file: /chat\/edit/,
    text: /^sides\.deleted$/,
    reason: 'the statement that locks the message looks again',
  },
  {
    file: /chat\/find-statements|agencies\/activity-statements/,
    text: /^m\.deleted_at is null$/,
    reason: 'a deleted message has lost its words',
  },
  {
    file: /chat\/message-statements/,
    text: /^\$\{reader\} = m\.sender_id$|^m\.created_at > now\(\) - interval '1 hour'$/,
    reason: 'it spares a look at what this reader can never edit, or not any more',
  },
  {
    file: /chat\/saved-reply-statements/,
    text: /^one\.(?:user_id = \$\{creator\}|deleted_at is null)$/,
    reason: 'the call has looked the reply up first, among those of its creator that are there',
  },
  {
    file: /chat\/tombstone/,
    text: /^\$\{notDeleted\('m'\)\}$/,
    reason: 'what it spares is deleted already',
  },
  {
    file: /chat\/views/,
    text: /^until !== null$/,
    reason: 'a time that is null is before every other',
  },
  {
    file: /media\/(?:film-download|trace-film)/,
    text: /^(?:waiting|searching) >= most\w+$/,
    reason: 'it bounds the work of a node, for every caller alike',
  },
  {
    file: /media\/film-download/,
    text: /^!row\?\.renditions$|^!\('isJoined' in answer\)$/,
    reason: 'without sizes there is no largest one, and without a joined file there is none to store',
  },
  {
    file: /posts\/notify-subscribers/,
    text: /^\$\{isPublished\('p', now\)\}$/,
    reason: 'what finds the posts and what locks one of them ask alike: each looks again',
  },
  {
    file: /posts\/statements/,
    text: /^u\.deleted_at is null$/,
    reason: 'the profile that is read beside these posts is not found, and the call answers 404',
  },
  {
    file: /share-cards\/routes/,
    text: /^!post\.access\.allowed$|^post\.visibility !== 'public'$/,
    reason: 'no visitor may read what is not public: each of the two says so',
  },
  {
    file: /posts\/views/,
    text: /^row\.published_at !== null$/,
    reason: 'no time at all is not later',
  },
  {
    file: /subscriptions\/statements/,
    text: /^s\.\$\{column\} >= coalesce\(|^s\.renews_at is not null$/,
    reason: 'it leads to the index: what stands beside it compares the same column',
  },
  {
    file: /^contract\/vault-filter/,
    text: /^\/\^|^time >= 0$|^new Date/,
    reason: 'it asks whether a text is a day',
  },
  {
    file: /^api\/people\/counts/,
    text: /^p\.published_at > /,
    reason: 'it chooses whose posts are counted again, and a right count stays as it is',
  },
  {
    file: /wallet\/topup-statements/,
    text: /^a\.owner_id = '\$\{platformId\}'$/,
    reason: 'only the platform has accounts of losses: it leads to their index',
  },
  {
    file: /agencies\/grant-statements/,
    text: /^(?:c\.subject_id = \$\{creator\}|a\.subject_id = o\.creator_id|p\.author_id = o\.creator_id|b\.sender_id = o\.creator_id)$/,
    reason: 'the entries of the audit log about a grant or an object are about its creator: it leads to their index',
  },
  {
    file: /agencies\/team-inbox-statements/,
    text: /^x\.user_id = mine\.creator_id$/,
    reason: 'the page asks the same of what it finds: it leads to the index',
  },
  {
    file: /agencies\/team-inbox-statements/,
    text: /^c\.last_message_at is not null$/,
    reason: 'a conversation without a message is before no moment and waits for no answer: it leads to the index',
  },
  {
    file: /agencies\/activity-statements/,
    text: /^x\.operator_id is not null$|^\(\$\{operator\} is null or x\.operator_id = \$\{operator\}\)$/,
    reason: 'the members that are joined have an operator, and those shown are chosen again: it leads to the index',
  },
  {
    file: /analytics\/statements/,
    text: /^r\.creator_id = \$\{creator\}$/,
    reason: 'of the fans who are asked only those who paid this creator are in the answer: it leads to the index',
  },
  {
    file: /broadcasts\/audience/,
    text: /^(?:m\.sender_id|a\.creator_id) = \$\{p\.creator\}$/,
    reason: 'the call looks the broadcast up first, and `isThere` asks the same of a fan: it leads to the index',
  },
  {
    file: /audience\/statements/,
    text: /^[ab]\.(?:sender_id|creator_id) = \$\{(?:creator|p\.creator)\}$/,
    reason: 'only its creator plans for a list, and `isChosen` asks the same of a fan: it leads to the index',
  },
  {
    file: /automation\/statements/,
    text: /^greatest\(enabled_at, scanned_to\) < /,
    reason: 'it spares a write every minute: what comes late by ten minutes is found however far the scan has moved',
  },
  {
    file: /discovery\/statements/,
    text: /^[tk]\.is_creator$/,
    reason: 'those found by a topic are asked again whether they are creators: it leads to the index',
  },
  {
    file: /media\/statements/,
    text: /^o\.user_id is null$/,
    reason: 'it spares the search for where a media is shown to a fan who owns it, which counts the same',
  },
  {
    file: /media\/vault/,
    text: /^eq\(users\.id, ownerId\)$|^u\.id = \$\{p\.owner\}$/,
    reason: 'only its owner can have a media as a picture of the profile: it leads to the index',
  },
  {
    file: /media\/poster/,
    text: /^eq\(media\.ownerId, viewer\.id\)$/,
    reason: 'the call has looked the media up in the vault of the viewer first',
  },
  {
    file: /posts\/page-sql/,
    text: /^u\.id in \(select author_id from page\)$/,
    reason: 'an author whom no post of the page names is read and not sent',
  },
  {
    file: /posts\/posts/,
    text: /^none$/,
    reason: 'no price at all is out of bounds like a wrong one',
  },
  {
    file: /^api\/platform\/(?:metrics\/database-facts|db\/health-probe)|^api\/features\/backups\//,
    text: /./,
    reason:
      'it counts tasks, mails and backups for the operations of the platform, and asks whether the database is there',
  },
]
