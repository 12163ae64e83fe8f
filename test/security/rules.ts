/** The security rules of Signpost, by topic. Tests name them with `guards(…)`, and `docs/security-rules.md` lists both. */
export const securityRules = {
  Destinations: {
    'destination-format':
      'A destination is parsed once by the WHATWG URL rules. It must be http or https without credentials, and it is stored and sent as parsed.',
    'destination-fixed': "Nothing in a visitor's request changes the scheme, host or path of a stored destination.",
    'destination-own-address':
      "A link never leads back to this service: the main host, verified domains and the user's own domains are refused in every destination field.",
    'destination-hidden': 'A link with a password or a click limit shows its destination only to people who open it.',
    'link-lifecycle':
      'A disabled, deleted or expired link stops working within a second here and within five seconds on other nodes.',
    aliases:
      'An alias has safe characters only, is unique on its domain, and is too random to guess unless its owner chose it.',
  },
  Domains: {
    'domain-names':
      'A branded domain is a registrable DNS name: no address, no public suffix, no name of this service.',
    'domain-claims':
      'An unverified domain restricts nobody but its owner. A verified one, its parents and its children are closed to other users, and so is every name under the main host.',
    'domain-verification':
      'A domain is verified by DNS that points here or by a TXT record with a token that only its owner is shown.',
    'domain-certificates':
      'Certificates are approved for the main host and verified domains only, and only to a trusted proxy.',
    'domain-hosts': 'An unknown Host never serves the links of the main host.',
  },
  'Outgoing requests': {
    'outbound-addresses':
      'The server fetches from public addresses only: every address of a name is checked, the connection goes to the checked address, and each redirect is checked again.',
    'outbound-bounds':
      'A hostile server cannot hold up redirects: outgoing requests run off the serving thread and are bounded in time, bytes and interim responses.',
  },
  'Pages and files': {
    'no-user-html': 'Text from users and visitors is shown as text on every page, in the dashboard and in exports.',
    'pixel-tags': 'The tag of a tracking pixel enters a page as data and never as script.',
    'page-policies': 'Pages carry a strict Content-Security-Policy, and no page of the dashboard can be framed.',
    'frame-sandbox': 'A destination that is shown inside a page of ours cannot navigate that page away.',
    uploads:
      'An uploaded image is checked by its header, redrawn, and served with its exact type, `nosniff` and a sandbox.',
  },
  'Accounts, keys and sessions': {
    authentication:
      'A missing, unknown, revoked or expired key or session is refused with one message, within a second on every node.',
    'permission-after-body': 'Every changing request is authenticated again after its body has arrived.',
    'last-administrator': 'At least one active administrator always remains.',
    'cross-site':
      'A page of another site cannot change anything with the cookie of a session, sign anyone in, or register anyone.',
    secrets: 'Keys, tokens and passwords are stored as hashes; a copy of the database gives access to nothing.',
    'password-confirmation':
      'In a session, changing the email address, the password, the keys or the passkeys needs the current password or a passkey.',
    'passkey-proofs':
      'A passkey must ask for a PIN or a fingerprint. Its proof works once, on every node, for the purpose, the session and the host that it was made for.',
    'single-sign-on':
      'A response of the identity provider works once, in the browser that asked for it, and enters only the account of its user.',
    'proved-addresses': 'An address that nobody proved gives nothing to whoever claims it.',
    'key-scope': 'A key manages the account and its keys only if it was created for that.',
    'account-recovery':
      'A password reset ends all sessions and can revoke all keys and passkeys; the old address is notified when the email address changes.',
    'account-privacy': 'Sign-in, reset and registration do not reveal who has an account, by text or by time.',
  },
  Limits: {
    'storable-text':
      'Text from outside is checked for NUL and lone surrogates once, at the edge: paths, queries, bodies and forms, also of other APIs and of MCP.',
    'sign-in-limits':
      'Failed sign-ins and reset requests are limited by account and address together, so a stranger cannot lock an owner out.',
    'link-password-limits':
      'Guesses of link passwords are limited by link, by visitor and link, and by visitor over all links. Right passwords do not count for the link.',
    'password-queues':
      "Sign-in and link passwords are hashed in separate bounded queues, in which owners, links and visitors take turns: a right password does not wait for other people's wrong ones. A full queue answers with Retry-After.",
    'invitation-mails':
      'An invitation mail has no text that its inviter chooses freely, and an inviter and an address have few mails a day.',
    'rate-limits': 'Requests are limited by key, by session, by user and by address, exactly, also over several nodes.',
    'forwarded-headers': 'Forwarded headers count only from a trusted proxy.',
    'input-bounds': 'Bodies, headers, queries and JSON depth are bounded, and every pattern runs in linear time.',
    'bounded-store':
      'Strangers cannot fill the database: machine visits add no dimension values, and unused values are removed.',
    'one-vote': 'A poll counts one vote for each address and day.',
  },
  'Between users': {
    ownership:
      "Someone else's row answers exactly like one that does not exist, and fields that nobody may set are never assigned.",
    'workspace-roles':
      'Every endpoint accepts exactly the roles and the scopes that it declares. A member who is removed loses keys, streams and downloads immediately, and a workspace always has an owner.',
    'background-rights':
      'Everything that a user can start and that goes on is bounded and fair per user, and ends with the rights of whoever started it.',
    'take-down':
      'An administrator sees, disables and deletes whatever a user published; its owner cannot enable it again.',
    'reserved-words': 'Words that visitors would take for pages of this service are reserved on the main host.',
    'host-header': 'A request with two Host headers is refused.',
    'log-lines': 'Visitors cannot forge log lines, and no key, password or address reaches the log.',
  },
} as const;

type Topics = typeof securityRules;

/** The id of a security rule. */
export type SecurityRule = { [Topic in keyof Topics]: keyof Topics[Topic] }[keyof Topics];
