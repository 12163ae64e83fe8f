import type { IncomingMessage, ServerResponse } from 'node:http';
import type { VendorType } from '../../src/pages/pixels/pixel-tags.ts';
import { startRecordingServer } from './recording-server.ts';
import { vendorTable } from './vendor-table.ts';

/** One server that answers for all other hosts: the thirteen pixel vendors, with working scripts, and the destination. */
export interface VendorServers {
  /** Flags that make Chromium resolve every name, except our own address, to this server. */
  flags: string[];
  /** The URLs requested so far, in order. */
  requested: string[];
  /** Vendors whose scripts are not sent until `release` is called. */
  held: Set<VendorType>;
  /** Vendors whose connections are closed without a response. */
  broken: Set<VendorType>;
  release(): void;
  close(): Promise<void>;
}

/** The host to which a vendor's script reports the calls that it found. */
const COLLECTORS: Record<VendorType, string> = {
  tagmgrpixel: 'www.googletagmanager.com',
  analyticspixel: 'region1.google-analytics.com',
  socialapixel: 'www.facebook.com',
  adspixel: 'googleads.g.doubleclick.net',
  professionalnetpixel: 'px.ads.linkedin.com',
  microblogpixel: 't.co',
  retargetpixel: 'd.adroll.com',
  qapixel: 'q.quora.com',
  imageboard: 'ct.pinterest.com',
  searchengine: 'bat.bing.com',
  ephemeralchat: 'tr.snapchat.com',
  forum: 'alb.reddit.com',
  shortvideo: 'analytics.tiktok.com',
};

/** The start of the URL by which a vendor's script reports its calls. */
export function collectorOf(vendor: VendorType): string {
  return `https://${COLLECTORS[vendor]}/collect?`;
}

/** A vendor's script: it reports the calls that it found to its host, in the URL of an image. */
function scriptOf(vendor: VendorType): string {
  const report = (what: string) =>
    `new Image().src='${collectorOf(vendor)}'+encodeURIComponent(JSON.stringify(${what}))`;
  if (vendor === 'searchengine')
    return `window.UET=class{constructor({ti}){this.ti=ti}push(name){${report('[this.ti,name]')}}}`;
  const list = `Array.from(${vendorTable[vendor].waiting},(call)=>/Arguments/.test({}.toString.call(call))?[...call]:call)`;
  return report(list);
}

const PICTURE = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');
const DESTINATION_PAGE =
  '<!doctype html><title>Theirs</title><link rel="icon" href="data:,"><h1>The destination itself</h1>';

/** A referring page with a link to ours. */
function referringPage(url: URL): string {
  return `<!doctype html><link rel="icon" href="data:,"><a href="${url.searchParams.get('to')}">on</a>`;
}

/** Starts the server. */
export async function startVendorServers(): Promise<VendorServers> {
  const scripts = new Map(Object.entries(vendorTable).map(([vendor, { loads }]) => [loads, vendor as VendorType]));
  let waiting: (() => void)[] = [];

  function answer({ headers, url: path = '/' }: IncomingMessage, response: ServerResponse): void {
    const url = new URL(path, `https://${headers.host}`);
    const vendor = scripts.get(url.href);
    vendors.requested.push(url.href);
    if (vendor && vendors.broken.has(vendor)) response.destroy();
    else if (vendor) {
      const sendScript = () => response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(scriptOf(vendor));
      if (vendors.held.has(vendor)) waiting.push(sendScript);
      else sendScript();
    } else if (url.pathname === '/collect') response.writeHead(200, { 'Content-Type': 'image/gif' }).end(PICTURE);
    else {
      const page = url.hostname === 'before.example' ? referringPage(url) : DESTINATION_PAGE;
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(page);
    }
  }

  const server = await startRecordingServer({ isSecure: true, answer });
  const vendors: VendorServers = {
    flags: [`--host-resolver-rules=MAP * 127.0.0.1:${server.port}, EXCLUDE 127.0.0.1`],
    requested: [],
    held: new Set(),
    broken: new Set(),
    release() {
      for (const sendScript of waiting) sendScript();
      waiting = [];
    },
    close: () => server.close(),
  };
  return vendors;
}
