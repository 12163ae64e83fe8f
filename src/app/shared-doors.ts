import type { Bus } from '../bus/open.ts';
import type { PeerSource } from '../http/peer.ts';
import { clientAddress } from '../lib/ip.ts';
import type { FormTokens } from '../redirect/form-tokens.ts';
import { createOverlayFormHandler } from '../redirect/overlay-forms.ts';
import type { Redirector } from '../redirect/redirector.ts';
import { createPublicFileAnswer } from '../resources/files/file.pictures.ts';
import { createSmallPictureDoor } from '../resources/files/file.small.ts';
import type { Door } from './door.ts';
import type { Services } from './services.ts';
import type { World } from './world.ts';

/** What stands behind the doors of every host. */
export interface SharedParts {
  services: Services;
  redirector: Redirector;
  forms: FormTokens;
  bus: Bus;
  isTrusted(address: string): boolean;
  world: World;
}

/** What the pages of links have on branded domains too: their pictures, and the forms of their overlays. */
export function openSharedDoors({ services, redirector, forms, bus, isTrusted, world }: SharedParts): Door {
  const { files, overlayResponses: responses } = services;
  const { answerMiss, reevaluateLink } = redirector;
  const { log, now } = world;

  function addressOf(request: Request, peers: PeerSource): string {
    const peer = peers.requestIP(request)?.address ?? '';
    return clientAddress(peer, request.headers.get('X-Forwarded-For'), isTrusted);
  }

  const answerSmall = createSmallPictureDoor({ files, windows: bus.ownWindows, addressOf, answerMiss });
  const answerFile = createPublicFileAnswer({ files, answerMiss });
  const answerForm = createOverlayFormHandler({
    ...{ reevaluateLink, forms, responses, windows: bus.windows },
    ...{ addressOf, answerMiss, now, log },
  });

  return (request, peers, path) =>
    answerSmall(request, peers, path) ?? answerFile(request, peers, path) ?? answerForm(request, peers, path);
}
