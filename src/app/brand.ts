import { readFileSync } from 'node:fs';
import { type Config, ConfigError } from '../config/config.ts';
import { toFieldError } from '../core/errors.ts';
import { redrawPicture } from '../lib/picture/redraw-picture.ts';
import type { Brand } from '../pages/brand.ts';

function readLogo(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new ConfigError(`PAGE_LOGO cannot be read: ${(error as Error).message}.`);
  }
}

/** Reads the operator's brand for the public pages; throws a ConfigError if the logo is not a picture. */
export async function loadBrand({ pageLogo, pageColor, pageName }: Config): Promise<Brand> {
  const base = { colour: pageColor, hasName: pageName === 'on' };
  if (pageLogo === undefined) return base;
  const drawn = await redrawPicture(readLogo(pageLogo));
  if ('problem' in drawn) throw new ConfigError(`PAGE_LOGO: ${toFieldError('PAGE_LOGO', drawn.problem).message}`);
  return { ...base, logo: new Uint8Array(drawn.bytes) };
}
