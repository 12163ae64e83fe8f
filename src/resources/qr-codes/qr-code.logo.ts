import { AppError, invalidField, invalidFields } from '../../core/errors.ts';
import type { Outbound } from '../../lib/outbound/outbound.ts';
import { fitLogo } from '../../qr/fit-logo.ts';
import { fetchPicture } from '../files/fetch-picture.ts';
import type { FileService } from '../files/file.service.ts';
import { fileNotFound, pictureRefused } from '../files/file.ts';
import type { LogoSource } from './qr-code.contract.ts';

/** The logo of a request, with the bytes to draw. */
export interface ChosenLogo {
  source: string;
  hash: string;
  bytes: Uint8Array;
}

/** Where logos come from. */
export interface LogoParts {
  files: Pick<FileService, 'read'>;
  outbound: Outbound;
}

/** Reads or fetches a logo and scales it; a failure names the field `logo`. */
export type ChooseLogo = (owner: number, logo: LogoSource) => Promise<ChosenLogo>;

export function hashLogo(bytes: Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex').slice(0, 32);
}

export function createChooseLogo({ files, outbound }: LogoParts): ChooseLogo {
  async function load(owner: number, logo: LogoSource): Promise<Uint8Array> {
    try {
      return await ('fileId' in logo ? files.read(owner, logo.fileId) : fetchPicture(outbound, logo.href, owner));
    } catch (error) {
      const code = error instanceof AppError ? error.code : undefined;
      if (code === fileNotFound.code) throw invalidField('logo', 'no_such_file');
      if (code === pictureRefused.code)
        throw invalidFields((error as AppError).fields.map((one) => ({ ...one, field: 'logo' })));
      throw error;
    }
  }

  return async (owner, logo) => {
    const bytes = await fitLogo(await load(owner, logo));
    return { source: 'fileId' in logo ? String(logo.fileId) : logo.href, hash: hashLogo(bytes), bytes };
  };
}
