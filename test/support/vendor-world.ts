import type { IncomingMessage, ServerResponse } from 'node:http';
import type { VendorType } from '../../src/pages/pixels/pixel-tags.ts';
import { vendorTable } from './vendor-table.ts';
import { startWatched } from './watched-server.ts';

/** The whole web but us: the thirteen vendors, whose scripts do what they promise with the calls they find, and the target. */
export interface VendorWorld {
  /** For Chromium: every name but our own address is here. */
  flags: string[];
  /** What was asked for so far, in order. */
  asked: string[];
  /** Vendors whose scripts are not answered until `release`. */
  held: Set<VendorType>;
  /** Vendors whose connections are cut. */
  broken: Set<VendorType>;
  release(): void;
  close(): Promise<void>;
}

/** Where the picture of a vendor is asked for, with all that its script found. */
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

/** The picture that a vendor asks for once it has the calls. */
export function collectorOf(vendor: VendorType): string {
  return `https://${COLLECTORS[vendor]}/collect?`;
}

/** A vendor's script: it tells its host, by a picture, what it found. */
function playScript(vendor: VendorType): string {
  const tell = (what: string) => `new Image().src='${collectorOf(vendor)}'+encodeURIComponent(JSON.stringify(${what}))`;
  if (vendor === 'searchengine')
    return `window.UET=class{constructor({ti}){this.ti=ti}push(name){${tell('[this.ti,name]')}}}`;
  const list = `Array.from(${vendorTable[vendor].waiting},(call)=>/Arguments/.test({}.toString.call(call))?[...call]:call)`;
  return tell(list);
}

const PICTURE = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');
const TARGET = '<!doctype html><title>Theirs</title><link rel="icon" href="data:,"><h1>The target itself</h1>';

/** The page before ours, with a way to us behind it. */
function leadTo(url: URL): string {
  return `<!doctype html><link rel="icon" href="data:,"><a href="${url.searchParams.get('to')}">on</a>`;
}

export async function openVendorWorld(): Promise<VendorWorld> {
  const scripts = new Map(Object.entries(vendorTable).map(([vendor, { loads }]) => [loads, vendor as VendorType]));
  let waiting: (() => void)[] = [];

  function answer({ headers, url: path = '/' }: IncomingMessage, response: ServerResponse): void {
    const url = new URL(path, `https://${headers.host}`);
    const vendor = scripts.get(url.href);
    world.asked.push(url.href);
    if (vendor && world.broken.has(vendor)) response.destroy();
    else if (vendor) {
      const play = () => response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(playScript(vendor));
      if (world.held.has(vendor)) waiting.push(play);
      else play();
    } else if (url.pathname === '/collect') response.writeHead(200, { 'Content-Type': 'image/gif' }).end(PICTURE);
    else {
      const page = url.hostname === 'before.example' ? leadTo(url) : TARGET;
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(page);
    }
  }

  const server = await startWatched({ isSecure: true, answer });
  const world: VendorWorld = {
    flags: [`--host-resolver-rules=MAP * 127.0.0.1:${server.port}, EXCLUDE 127.0.0.1`],
    asked: [],
    held: new Set(),
    broken: new Set(),
    release() {
      for (const play of waiting) play();
      waiting = [];
    },
    close: () => server.close(),
  };
  return world;
}
