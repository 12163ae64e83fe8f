import type { SignpostClient } from '../../../client/index.ts';
import { redrawPicture } from '../../lib/picture/redraw-picture.ts';
import { fitLogo } from '../../qr/fit-logo.ts';
import type { Fields } from './noun.ts';

const PREFIX = /^data:image\/(png|jpeg);base64,/;

/** Whether a logo is an image in the file itself. */
export function isInlineLogo(logo: unknown): logo is string {
  return typeof logo === 'string' && logo.startsWith('data:');
}

function decodeLogo(logo: string): Uint8Array {
  return Buffer.from(logo.replace(PREFIX, ''), 'base64');
}

/** The image as the server would store it, so that both can be compared; undefined if it is not an image. */
async function redrawLogo(logo: string): Promise<string | undefined> {
  if (!PREFIX.test(logo)) return undefined;
  const drawn = await redrawPicture(decodeLogo(logo));
  if ('problem' in drawn) return undefined;
  return `data:image/png;base64,${Buffer.from(await fitLogo(drawn.bytes)).toString('base64')}`;
}

/** Makes the images of a file comparable with those of the server; returns the problems with their lines. */
export async function readInlineLogos(
  codes: { line: number; fields: Fields }[],
): Promise<[line: number, problem: string][]> {
  const problems: [number, string][] = [];
  for (const { line, fields } of codes) {
    if (!isInlineLogo(fields.logo)) continue;
    const drawn = await redrawLogo(fields.logo);
    if (drawn !== undefined) fields.logo = drawn;
    else problems.push([line, 'logo: not a PNG or JPEG image of at most 2 MB as data:image/png;base64,…']);
  }
  return problems;
}

/** The logo of a QR code as a file has it: its URL, or an image in place of the ID of an uploaded file. */
export async function readLogo(client: SignpostClient, id: number, logo: unknown): Promise<unknown> {
  if (!/^\d+$/.test(String(logo))) return logo;
  return (await client.request('GET /api/qr/:id/logo', { params: { id } })).image;
}

/** Returns a function that uploads an image once and returns the ID of the file. */
export function createUploadLogo(client: SignpostClient): (logo: string) => Promise<string> {
  const uploaded = new Map<string, Promise<string>>();
  async function upload(logo: string): Promise<string> {
    const body = new Blob([decodeLogo(logo) as Uint8Array<ArrayBuffer>], { type: 'image/png' });
    const { id } = await client.request('POST /api/file', { body } as never);
    return String(id);
  }
  return (logo) => {
    const known = uploaded.get(logo) ?? upload(logo);
    uploaded.set(logo, known);
    return known;
  };
}
