import type { EndpointName } from '../http/endpoint-caller.ts';

/** A tool of the MCP server: an endpoint of the API with a description for agents. */
export interface McpTool {
  name: string;
  /** The name that people see. */
  title: string;
  /** When to use it, and what it does. */
  description: string;
  endpoint: EndpointName;
  /** Arguments of the endpoint that the tool does not have. */
  omits?: readonly string[];
  /** Required fields of the body that the tool fills in. */
  fills?: readonly string[];
  isReadOnly?: boolean;
  /** Whether it may overwrite or remove something. */
  isDestructive?: boolean;
  /** Whether the same call can be repeated without a further effect. */
  isIdempotent?: boolean;
  /** Whether it takes `dry_run`. */
  hasDryRun?: boolean;
}

// Lists of all users are for administrators at the dashboard, and request bodies for programs; a tool acts in the workspace of its key.
const NOT_FOR_AGENTS = ['all', 'body'];

/** The tools in the order in which agents see them. */
export const mcpTools: readonly McpTool[] = [
  {
    name: 'find_links',
    title: 'Find links',
    description:
      'Search the short links of the workspace, newest first. `q` finds text in alias, destination, title and description; `short` finds the link of a short URL. Returns one page of links with their IDs, clicks and states; `data.maxpage` is the number of pages. Use it first whenever you need the ID of a link.',
    endpoint: 'GET /api/urls',
    omits: NOT_FOR_AGENTS,
    isReadOnly: true,
  },
  {
    name: 'get_link',
    title: 'Read a link',
    description:
      'Read one link by its ID: destination, rules, dates, limits, tags, campaign, and its clicks in total with the top countries, referrers and browsers.',
    endpoint: 'GET /api/url/:id',
    isReadOnly: true,
  },
  {
    name: 'create_link',
    title: 'Create a link',
    description:
      'Create a short link to `url`. Set `custom` for a certain alias (the last part of the short URL), otherwise a random one is generated. Fails if the alias is taken. Returns the ID and the short URL.',
    endpoint: 'POST /api/url/add',
  },
  {
    name: 'update_link',
    title: 'Change a link',
    description:
      'Change fields of a link by its ID. Fields that you omit stay as they are; null clears a field. Changing `custom` or `domain` breaks the old short URL. With `dry_run: true` nothing is saved, and `changes` says what would change.',
    endpoint: 'PUT /api/url/:id/update',
    fills: ['url'],
    isDestructive: true,
    isIdempotent: true,
    hasDryRun: true,
  },
  {
    name: 'delete_link',
    title: 'Delete a link',
    description:
      'Delete a link by its ID. Its short URL stops working at once; a user can restore it from the trash of the dashboard for 30 days. With `dry_run: true` nothing is deleted, and the result says what would be. Ask the user before you delete.',
    endpoint: 'DELETE /api/url/:id/delete',
    omits: ['purge'],
    isDestructive: true,
    hasDryRun: true,
  },
  {
    name: 'get_statistics',
    title: 'Read statistics',
    description:
      'Read the clicks of a link over time: totals, unique visitors, bots, a series by hour, day or month, and the top values of each dimension, such as countries, referrers and devices. The default is the last 30 days. `filter` limits the visits, for example {"country": ["Germany"]}.',
    endpoint: 'GET /api/url/:id/stats',
    isReadOnly: true,
  },
  {
    name: 'simulate_visit',
    title: 'Simulate a visit',
    description:
      'Explain what a visitor would get from a link, and why: describe the visitor by country, device, language, referrer, time and so on. Counts no click and changes nothing. Use it to check rules before and after a change.',
    endpoint: 'POST /api/url/:id/simulate',
    isReadOnly: true,
  },
  {
    name: 'create_qr_code',
    title: 'Create a QR code',
    description:
      'Create a QR code. For a web address use type `link` with the URL as `data`; its destination can be changed after printing. Other types are text, email, phone, sms, wifi and vcard. Returns the ID and the URL of the image.',
    endpoint: 'POST /api/qr/add',
  },
  {
    name: 'list_campaigns',
    title: 'List campaigns',
    description:
      'List the campaigns of the workspace, with their links, clicks and IDs. A link is in at most one campaign.',
    endpoint: 'GET /api/campaigns',
    isReadOnly: true,
  },
  {
    name: 'create_campaign',
    title: 'Create a campaign',
    description:
      'Create a campaign, which groups links and sums up their clicks. With `slug` and `public`, it gets a URL that sends visitors to one of its links by weight. Put a link into it with the field `campaign` of create_link or update_link.',
    endpoint: 'POST /api/campaign/add',
  },
  {
    name: 'list_domains',
    title: 'List domains',
    description:
      'List the branded domains of the workspace, and whether their DNS works. Use the value of `domain` for the field `domain` of a link; without it a link is on the main host.',
    endpoint: 'GET /api/domains',
    omits: NOT_FOR_AGENTS,
    isReadOnly: true,
  },
  {
    name: 'create_bio_page',
    title: 'Create a bio page',
    description:
      'Create a public page with a name, a text and blocks such as links, headings and social profiles. Returns the ID and the URL of the page.',
    endpoint: 'POST /api/bio/add',
  },
  {
    name: 'import_links',
    title: 'Import links',
    description:
      'Create up to 1,000 links at once from `links`, each with the fields of create_link. Every link is checked separately: the result says for each row whether it was imported, exists already or was refused, and why. With `dry_run: true` nothing is saved.',
    endpoint: 'POST /api/urls/import',
    hasDryRun: true,
  },
];
